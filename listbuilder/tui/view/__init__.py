"""What the screens show, as rows: pure functions of a workspace and a language, without widgets."""
