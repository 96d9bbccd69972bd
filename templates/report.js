"use strict";
(() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const byId = (id) => document.getElementById(id);
  const goals = all("details.goal[data-verdict]");
  const tests = all(".tests details.goal");
  const rows = new Map(all("tr[data-goal]").map((row) => [row.dataset.goal, row]));
  const form = byId("filters");
  const search = byId("search");
  const axiom = byId("axiom");

  // The inside of a goal is kept as text until somebody wants to see it.
  const fill = (goal) => {
    const kept = goal.querySelector(":scope > .inside > noscript");
    if (kept) kept.parentElement.innerHTML = kept.textContent;
  };
  document.addEventListener("toggle", (event) => {
    if (event.target.open && event.target.matches("details.goal")) fill(event.target);
  }, true);

  // What a search looks at: the goal's own line, and its axiom with its formula.
  const words = new Map();
  const textOf = (goal) => {
    if (!words.has(goal)) {
      const fact = goal.closest(".fact");
      const formula = fact.querySelector(".formula").textContent;
      const summary = goal.querySelector("summary").textContent;
      words.set(goal, `${goal.id} ${summary} ${formula}`.toLowerCase());
    }
    return words.get(goal);
  };

  const wanted = (name) => {
    const boxes = all(`input[name=${name}]`, form);
    return new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  };

  const apply = () => {
    const verdicts = wanted("verdict");
    const kinds = wanted("kind");
    const test_outcomes = wanted("outcome");
    const ended = (goal) => !form.elements.outcome || test_outcomes.has(goal.dataset.outcome ?? "");
    const needles = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const goal of goals) {
      const fits = verdicts.has(goal.dataset.verdict) && kinds.has(goal.dataset.kind)
        && ended(goal)
        && (!axiom.value || goal.closest(".fact").id === axiom.value)
        && needles.every((needle) => textOf(goal).includes(needle));
      goal.hidden = !fits;
      const row = rows.get(goal.id);
      if (row) row.hidden = !fits;
      if (fits) shown += 1;
    }
    const filtered = shown < goals.length;
    const others = !axiom.value && needles.length === 0;
    for (const test of tests) test.hidden = filtered && !(others && ended(test));
    for (const fact of all(".fact")) {
      const own = all("details.goal", fact);
      fact.hidden = filtered && !own.some((goal) => !goal.hidden);
      const table = fact.querySelector(".truth");
      if (table) table.hidden = !all("tbody tr", table).some((row) => !row.hidden);
    }
    for (const part of all(".chapter, .others")) {
      part.hidden = filtered && !all(".fact", part).some((fact) => !fact.hidden);
    }
    byId("shown").textContent = `${shown} of ${goals.length} goals`;
    byId("nothing").hidden = shown > 0 || goals.length === 0;
  };

  const reset = () => {
    form.reset();
    apply();
  };

  // A link leads to what it names even where a filter hides it.
  const follow = () => {
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest("[hidden]")) reset();
    if (target.matches("details.goal")) {
      fill(target);
      target.open = true;
      target.querySelector("summary").focus({ preventScroll: true });
    }
    target.scrollIntoView();
  };

  const step = (by) => {
    const shown = goals.filter((goal) => !goal.hidden);
    const now = shown.indexOf(document.activeElement.closest("details.goal"));
    const next = shown[now < 0 ? (by > 0 ? 0 : shown.length - 1) : now + by];
    if (!next) return;
    next.querySelector("summary").focus({ preventScroll: true });
    next.scrollIntoView({ block: "center" });
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      reset();
      search.blur();
      return;
    }
    if (event.target.matches("input, select, textarea")) return;
    if (event.key === "/") {
      event.preventDefault();
      search.focus();
    } else if (event.key === "j") {
      step(1);
    } else if (event.key === "k") {
      step(-1);
    }
  });

  const openAll = (open) => {
    for (const goal of goals) {
      if (!goal.hidden) {
        if (open) fill(goal);
        goal.open = open;
      }
    }
  };

  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  byId("open").addEventListener("click", () => openAll(true));
  byId("close").addEventListener("click", () => openAll(false));
  byId("everything").addEventListener("click", reset);
  window.addEventListener("hashchange", follow);
  // A browser may keep what was typed when a page is loaded again.
  apply();
  follow();
})();
