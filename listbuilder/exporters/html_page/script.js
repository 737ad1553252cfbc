"use strict";
// Boxes, round and theme are remembered in this browser, for this very list. Without script or storage the page still
// reads and ticks.
(() => {
  const root = document.documentElement;
  const key = "listbuilder " + root.dataset.list;
  const boxes = [...document.querySelectorAll("input[type=checkbox]")];
  const find = (name) => document.querySelector(".tools ." + name);
  const [bar, counter, clear, undo] = [document.querySelector(".tools"), find("counter"), find("clear"), find("undo")];
  const most = counter ? Number(counter.dataset.rounds) : 0;
  let round = 1;
  let theme = "";
  let before = null;

  const kept = (() => {
    try {
      const found = JSON.parse(localStorage.getItem(key) || "{}");
      return found && typeof found === "object" && !Array.isArray(found) ? found : {};
    } catch {
      return {};
    }
  })();
  const ticked = () => boxes.filter((box) => box.checked).map((box) => box.name);
  const tick = (names) => {
    const wanted = new Set(Array.isArray(names) ? names : []);
    for (const box of boxes) box.checked = wanted.has(box.name);
  };
  const show = () => {
    const names = ticked();
    clear.hidden = names.length === 0;
    undo.hidden = before === null;
    if (counter) counter.querySelector(".round").textContent = most ? `${round} / ${most}` : `${round}`;
    if (theme) root.dataset.theme = theme;
    try {
      if (names.length || round > 1 || theme) localStorage.setItem(key, JSON.stringify({ ticked: names, round, theme }));
      else localStorage.removeItem(key);
    } catch {
      // private windows may refuse: what was ticked then lasts as long as the page
    }
  };
  const turn = (step) => {
    round = Math.min(Math.max(1, round + step), most || 1);
    show();
  };

  tick(kept.ticked);
  round = Math.min(Math.max(1, Number(kept.round) || 1), most || 1);
  theme = ["light", "dark"].includes(kept.theme) ? kept.theme : "";
  for (const box of boxes) {
    box.addEventListener("change", () => {
      before = null;
      show();
    });
  }
  clear.addEventListener("click", () => {
    before = { names: ticked(), round };
    tick([]);
    round = 1;
    show();
  });
  undo.addEventListener("click", () => {
    tick(before.names);
    round = before.round;
    before = null;
    show();
  });
  if (counter) {
    find("less").addEventListener("click", () => turn(-1));
    find("more").addEventListener("click", () => turn(1));
  }
  find("theme").addEventListener("click", () => {
    const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    theme = dark ? "light" : "dark";
    show();
  });
  for (const link of document.querySelectorAll(".jumps a")) {
    link.addEventListener("click", () => link.closest("details").removeAttribute("open"));
  }
  bar.hidden = false;
  show();
})();
