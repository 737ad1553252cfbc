"""The instruments that try to prove us wrong: sown faults, fuzzed files, injected texts, killed programs."""
