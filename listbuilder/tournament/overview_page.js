"use strict";
const body = document.querySelector("tbody");
const rows = [...body.rows];
const find = document.querySelector("#find");
const status = document.querySelector("#status");
const shown = document.querySelector("#shown");

function filter() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = row.dataset.text;
    const fits = words.every((word) => text.includes(word)) && (!status.value || row.dataset.status.split(" ").includes(status.value));
    row.hidden = !fits;
    count += fits ? 1 : 0;
  }
  shown.textContent = `${count} / ${rows.length}`;
}

function sort(button) {
  const column = button.closest("th").cellIndex;
  const down = button.dataset.order === "up";
  for (const other of document.querySelectorAll("th button")) {
    delete other.dataset.order;
    other.closest("th").removeAttribute("aria-sort");
  }
  button.dataset.order = down ? "down" : "up";
  button.closest("th").setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent.trim().toLowerCase();
  const compare = (one, other) => {
    const [first, second] = [key(one), key(other)];
    const numbers = first !== "" && second !== "" && !Number.isNaN(+first) && !Number.isNaN(+second);
    const order = numbers ? first - second : String(first).localeCompare(String(second));
    return down ? -order : order;
  };
  body.append(...rows.sort(compare));
}

find.addEventListener("input", filter);
status.addEventListener("change", filter);
for (const button of document.querySelectorAll("th button")) button.addEventListener("click", () => sort(button));
filter();
