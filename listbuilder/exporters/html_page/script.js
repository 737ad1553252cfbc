"use strict";
// Boxes are remembered in this browser, for this very list. Without script or storage the page still reads and ticks.
(() => {
  const key = "listbuilder " + document.documentElement.dataset.list;
  const boxes = [...document.querySelectorAll("input[type=checkbox]")];
  const load = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(key) || "[]");
      return new Set(Array.isArray(kept) ? kept : []);
    } catch {
      return new Set();
    }
  };
  const save = () => {
    const ticked = boxes.filter((box) => box.checked).map((box) => box.name);
    try {
      if (ticked.length) localStorage.setItem(key, JSON.stringify(ticked));
      else localStorage.removeItem(key);
    } catch {
      // private windows may refuse: the ticks then last as long as the page
    }
    for (const button of clear) button.hidden = ticked.length === 0;
  };
  const clear = [...document.querySelectorAll("button.clear")];
  const ticked = load();
  for (const box of boxes) {
    box.checked = ticked.has(box.name);
    box.addEventListener("change", save);
  }
  for (const button of clear) {
    button.addEventListener("click", () => {
      for (const box of boxes) box.checked = false;
      save();
    });
  }
  save();
  // browsers that do not know the style for it would print closed chapters as closed
  const chapters = [...document.querySelectorAll("details")];
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = chapters.filter((chapter) => !chapter.open);
    for (const chapter of opened) chapter.open = true;
  });
  addEventListener("afterprint", () => {
    for (const chapter of opened) chapter.open = false;
  });
})();
