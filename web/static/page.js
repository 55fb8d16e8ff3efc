// The page: keeps the board and its history, sends each change, and puts what comes back in its place.

import { Ladder } from "./why.js";

const page = document.querySelector("main.board");
const base = page.dataset.base;
const $ = (id) => document.getElementById(id);
document.documentElement.classList.add("js");

let board = JSON.parse(page.dataset.document);
let link = "";
const past = [];
const future = [];

// --- asking ---------------------------------------------------------------------------------------

// Of many rows only those that are open have been sent what stands under “More”.
function unfolded() {
  const open = [...document.querySelectorAll("#rows .opens[aria-expanded=true]")];
  return open.map((each) => each.dataset.key.slice("opens-".length));
}

async function ask(name, asked) {
  const answer = await fetch(`${base}/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  });
  return answer.json();
}

function say(words) {
  $("said").textContent = "";
  requestAnimationFrame(() => ($("said").textContent = words));
}

// Changes are made one after the other: each is of the board that the one before left.
let queue = Promise.resolve();
let waiting = 0;
let unfinished = 0;

function inTurn(work) {
  waiting += 1;
  unfinished += 1;
  page.setAttribute("aria-busy", "true");
  queue = queue.then(async () => {
    waiting -= 1;
    try {
      await work();
    } catch {
      refused({ wrong: "the program does not answer; is it still running?" });
    }
    unfinished -= 1;
    page.setAttribute("aria-busy", String(unfinished > 0));
  });
  return queue;
}

function change(asked, { remember = true, words = "", from = null } = {}) {
  return inTurn(async () => {
    // What is being written changes again before it was read: only the last is asked for.
    if (from && waiting) return;
    const found = await ask("board", { document: board, open: unfolded(), ...asked });
    if (found.refused || found.wrong || found.mistake) return refused(found);
    if (remember) {
      past.push(board);
      future.length = 0;
    }
    show(found, from);
    if (asked.edit?.do === "step") showNew(asked.edit.at);
    if (words) say(words);
  });
}

// A row that was added at the end may be out of sight.
// Whoever added it from “More” stays there.
function showNew(at) {
  const rows = document.querySelectorAll("#rows .row");
  const row = rows[at ?? rows.length - 1];
  row?.classList.add("fresh");
  if (!document.activeElement.closest(".more, #panels")) row?.scrollIntoView({ block: "nearest" });
  if (row) say(`Row ${Number(row.dataset.at) + 1}: ${row.dataset.name}`);
}

function refused(found) {
  const lines = found.refused ?? [found.wrong ?? found.mistake];
  $("refused").replaceChildren(...lines.map(warning));
  if ($("panel-file").hidden) $("answer").replaceChildren(...lines.map(warning));
  say(lines.join(". "));
}

function warning(line) {
  const note = document.createElement("p");
  note.className = "note warn";
  note.textContent = line;
  return note;
}

function show(found, from) {
  board = found.document;
  link = found.link;
  place($("rows"), found.rows);
  place($("begin"), found.begin);
  place($("day"), found.day);
  place($("answer"), found.answer);
  placeStrip(found.strip);
  $("refused").replaceChildren();
  if (from !== $("yaml")) $("yaml").value = found.yaml;
  $("undo").disabled = !past.length;
  $("redo").disabled = !future.length;
  keepLink();
  if (!$("panel-why").hidden) why();
  for (const row of document.querySelectorAll("#rows .row.wrong")) sift(row);
}

// What a row may not name says why, and can't be picked; asked for once the answer is there.
async function sift(row) {
  const now = board;
  const answer = await ask("choices", { document: now, at: Number(row.dataset.at) });
  if (now !== board) return;
  for (const { key, value, why } of answer.illegal ?? []) {
    const fields = [...row.querySelectorAll("select[data-edit]")];
    const field = fields.find((each) => String(JSON.parse(each.dataset.edit).key) === String(key));
    const option = [...(field?.options ?? [])].find((each) => each.value === value);
    if (!option || option.disabled) continue;
    option.text = `${option.text}: ${why}`;
    option.disabled = !option.selected;
    field.append(option);
  }
}

// The strip of a phone: what changed last comes first.
function placeStrip(html) {
  const before = new Map([...$("strip").children].map((each) => [each.dataset.handle, each.textContent]));
  $("strip").innerHTML = html;
  const fresh = [...$("strip").children].filter((each) => before.get(each.dataset.handle) !== each.textContent);
  for (const each of fresh.reverse()) {
    each.classList.add("fresh");
    $("strip").prepend(each, " ");
  }
}

// New HTML in its place: what was open stays open, and what had the focus has it.
function place(where, html) {
  const open = [...where.querySelectorAll("details[open]")].map((each) => each.dataset.key);
  const unfolded = [...where.querySelectorAll("[aria-expanded=true]")].map((each) => each.dataset.key);
  const focus = where.contains(document.activeElement) && document.activeElement.dataset.key;
  where.innerHTML = html;
  for (const each of where.querySelectorAll("details")) each.open = open.includes(each.dataset.key);
  for (const key of unfolded) unfold(where.querySelector(`[data-key="${CSS.escape(key)}"]`), true);
  if (focus) where.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
}

function unfold(button, open) {
  if (!button) return;
  button.setAttribute("aria-expanded", String(open));
  $(button.dataset.opens).hidden = !open;
}

// --- the link -------------------------------------------------------------------------------------

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(letters) {
  const raw = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

let written = "";

async function keepLink() {
  const now = link;
  const hash = now ? `#b=${await packed(now)}` : "";
  if (now !== link) return;
  written = hash;
  history.replaceState(null, "", location.pathname + hash);
  if (hash && past.length) remember(hash);
}

// --- recent boards: in this browser alone ---------------------------------------------------------

const RECENT = "striate-boards";
const MOST_RECENT = 12;
const mine = String(Date.now());

function recent() {
  try {
    return JSON.parse(localStorage.getItem(RECENT)) ?? [];
  } catch {
    return [];
  }
}

function keepRecent(boards) {
  try {
    localStorage.setItem(RECENT, JSON.stringify(boards));
  } catch {
    // A browser that keeps nothing has no recent boards.
  }
  listRecent(boards);
}

function remember(hash) {
  const names = [...document.querySelectorAll("#rows .row")].map((each) => each.dataset.name);
  const others = recent().filter((each) => each.id !== mine && each.hash !== hash);
  keepRecent([{ id: mine, hash, title: names.join(", ").slice(0, 100) }, ...others].slice(0, MOST_RECENT));
}

function listRecent(boards) {
  const links = boards.map(({ hash, title }) => {
    const link = document.createElement("a");
    link.href = hash;
    link.textContent = title;
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  $("recent").hidden = !links.length;
  $("recent").querySelector("ul").replaceChildren(...links);
}

$("forget").addEventListener("click", () => keepRecent([]));
listRecent(recent());

async function followLink() {
  if (!location.hash.startsWith("#b=") || location.hash === written) return false;
  try {
    await change({ text: await unpacked(location.hash.slice(3)) });
  } catch {
    refused({ wrong: "this link is damaged; ask for it again" });
  }
  return true;
}

addEventListener("hashchange", followLink);

// --- rows -----------------------------------------------------------------------------------------

function move(at, by) {
  const rows = document.querySelectorAll("#rows .row");
  const to = Math.max(0, Math.min(rows.length - 1, at + by));
  if (to === at) return;
  const name = rows[at].dataset.name;
  const words = `${name} is row ${to + 1} of ${rows.length} now`;
  const held = document.activeElement?.dataset?.key;
  change({ edit: { do: "move", at, to } }, { words }).then(() => {
    const kind = held?.match(/^(grip|up|down)-/)?.[1];
    if (!kind) return;
    const there = document.querySelector(`[data-key="${kind}-${to}"]`);
    (there?.disabled ? document.querySelector(`[data-key="grip-${to}"]`) : there)?.focus();
  });
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("button");
  if (!pressed) return;
  if (pressed.dataset.move) {
    move(Number(pressed.closest(".row").dataset.at), Number(pressed.dataset.move));
  } else if (pressed.dataset.opens) {
    const opening = pressed.getAttribute("aria-expanded") !== "true";
    unfold(pressed, opening);
    const key = pressed.dataset.key;
    const sent = opening && !$(pressed.dataset.opens).childElementCount ? change({}, { remember: false }) : null;
    Promise.resolve(sent).then(() => {
      const row = document.querySelector(`#rows [data-key="${CSS.escape(key)}"]`)?.closest(".row");
      if (opening && row) sift(row);
    });
  } else if (pressed.dataset.edit) {
    const edit = JSON.parse(pressed.dataset.edit);
    change({ edit }, { words: edit.do === "remove" ? "Removed" : "" });
  }
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!field.dataset?.edit) return;
  if (spelling?.field !== field) return take(field);
  spelling.changed = true;
});

function take(field) {
  const value = field.type === "checkbox" ? field.checked || null : field.value;
  change({ edit: { ...JSON.parse(field.dataset.edit), value } });
}

// Letters spell a choice of a list. It is taken when they rest: an answer draws the list anew, and
// the next letter would begin another word.
const RESTS = 800;
let spelling = null;

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!field.matches?.("select[data-edit]")) return;
  if (event.key === "Enter" && spelling?.changed) event.preventDefault();
  if (event.key.length > 1 || event.altKey || event.ctrlKey || event.metaKey) return spelt();
  clearTimeout(spelling?.rests);
  spelling = { field, changed: spelling?.changed, rests: setTimeout(spelt, RESTS) };
});
document.addEventListener("focusout", spelt);

function spelt() {
  const { field, changed, rests } = spelling ?? {};
  clearTimeout(rests);
  spelling = null;
  if (changed && field.isConnected) take(field);
}

$("rows").addEventListener("keydown", (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const row = event.target.closest(".row");
  if (!event.altKey || !by || !row) return;
  event.preventDefault();
  move(Number(row.dataset.at), by);
});

// Dragging: the row follows the pointer, the others make room, and the drop is one change.
$("rows").addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip || event.button) return;
  const row = grip.closest(".row");
  const rows = [...document.querySelectorAll("#rows .row")];
  const boxes = rows.map((each) => each.getBoundingClientRect());
  const at = rows.indexOf(row);
  const gap = boxes.length > 1 ? boxes[1].top - boxes[0].bottom : 0;
  const start = event.clientY + scrollY;
  let to = at;
  grip.setPointerCapture(event.pointerId);
  const drag = (now) => {
    if (now.clientY < 60) scrollBy(0, -8);
    if (now.clientY > innerHeight - 60) scrollBy(0, 8);
    const by = now.clientY + scrollY - start;
    row.classList.add("dragged");
    row.style.transform = `translateY(${by}px)`;
    const middle = boxes[at].top + boxes[at].height / 2 + by;
    to = rows.filter((_, i) => i !== at && boxes[i].top + boxes[i].height / 2 < middle).length;
    rows.forEach((each, i) => {
      if (i === at) return;
      const shift = i > at && i <= to ? -1 : i < at && i >= to ? 1 : 0;
      each.style.transform = shift ? `translateY(${shift * (boxes[at].height + gap)}px)` : "";
    });
  };
  const drop = (how) => {
    grip.removeEventListener("pointermove", drag);
    for (const name of ["pointerup", "pointercancel"]) grip.removeEventListener(name, drop);
    row.classList.remove("dragged");
    if (how.type === "pointercancel" || to === at) {
      for (const each of rows) each.style.transform = "";
    } else {
      move(at, to - at);
    }
  };
  grip.addEventListener("pointermove", drag);
  for (const name of ["pointerup", "pointercancel"]) grip.addEventListener(name, drop);
});

for (const form of document.querySelectorAll("form[data-own]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const record = Object.fromEntries([...data].filter(([key, value]) => key !== "colors" && value));
    if (data.has("colors")) record.colors = data.getAll("colors");
    if (!/Creature|Vehicle/.test(record.type_line ?? "")) {
      delete record.power;
      delete record.toughness;
    }
    const edit =
      form.dataset.own === "card" ? { do: "card", card: record } : { do: "step", step: { token: record } };
    change({ edit }, { words: `${record.name ?? "The token"} is on the board` });
  });
}

// --- the search -----------------------------------------------------------------------------------

const search = $("search");
const found = $("found");
let timer = 0;
let looking = null; // what is asked for: its text, and how it is ended
let listed = ""; // the text that the open list was found for
let typed = Promise.resolve(); // names at which Enter was pressed before their lists were there

const options = () => [...found.querySelectorAll("[role=option]")];
const chosen = () => found.querySelector("[aria-selected=true]");

function close() {
  found.hidden = true;
  search.setAttribute("aria-expanded", "false");
  search.removeAttribute("aria-activedescendant");
}

function choose(option) {
  for (const each of options()) each.setAttribute("aria-selected", String(each === option));
  search.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

async function look() {
  clearTimeout(timer);
  const text = search.value.trim();
  if (looking?.text === text) return;
  looking?.ended.abort();
  looking = null;
  if (!text) return close();
  const mine = (looking = { text, ended: new AbortController() });
  let answer;
  try {
    const address = `${base}/cards?q=${encodeURIComponent(text)}`;
    answer = await fetch(address, { signal: mine.ended.signal }).then((each) => each.json());
  } catch {
    if (looking === mine) looking = null;
    return;
  }
  if (looking !== mine) return;
  looking = null;
  listed = text;
  found.innerHTML = answer.html ?? "";
  found.hidden = false;
  search.setAttribute("aria-expanded", "true");
  search.removeAttribute("aria-activedescendant");
  const count = options().length;
  say(count === 1 ? "1 card" : `${count} cards`);
}

function leave() {
  clearTimeout(timer);
  looking?.ended.abort();
  looking = null;
  search.value = "";
  close();
}

function add(name) {
  leave();
  put(name);
  search.focus();
}

function put(name) {
  change({ edit: { do: "add", name } }, { words: `${name} is on the board` });
}

// What was typed is looked up and added, and the next name can be typed meanwhile. A guess stands
// for a name that is misspelt; of several names, it is shown and not added.
function addTyped(text, guessing = true) {
  leave();
  typed = typed.then(async () => {
    const address = `${base}/cards?q=${encodeURIComponent(text)}`;
    const answer = await fetch(address).then((each) => each.json()).catch(() => ({}));
    const list = document.createElement("div");
    list.innerHTML = answer.html ?? "";
    const first = list.querySelector(`${guessing ? "" : "ul:not([data-guessed]) "}[role=option]`);
    if (first) return put(first.dataset.card);
    if (search.value) return say(`No card is found for ${text}`);
    search.value = text;
    look();
  });
}

search.addEventListener("input", () => {
  clearTimeout(timer);
  // A filter is looked up once it is written: it takes longer than a name.
  timer = setTimeout(look, /[:<>=]/.test(search.value) ? 350 : 60);
});
search.addEventListener("focus", () => search.value && look());
search.addEventListener("keydown", (event) => {
  const all = options();
  const at = all.indexOf(chosen());
  if (event.key === "Escape") {
    close();
  } else if (event.key === "Enter") {
    event.preventDefault();
    const text = search.value.trim();
    const option = chosen() ?? all[0];
    // An option belongs to the text that it was found for, never to what is typed by now.
    const names = text.split(";").filter((name) => name.trim());
    if (names.length > 1) return names.forEach((name) => addTyped(name.trim(), false));
    if (!found.hidden && option && listed === text) return add(option.dataset.card);
    if (text) addTyped(text);
  } else if (!found.hidden && all.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    const by = event.key === "ArrowDown" ? 1 : at < 0 ? 0 : -1;
    choose(all[(at + by + all.length) % all.length]);
  }
});
found.addEventListener("pointerdown", (event) => event.preventDefault());
found.addEventListener("click", (event) => {
  const option = event.target.closest("[role=option]");
  if (option) add(option.dataset.card);
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search")) close();
});

// --- history, link, file --------------------------------------------------------------------------

// A board leaves its list only once the page shows it: two quick steps back lose none.
function back(from, to) {
  return inTurn(async () => {
    if (!from.length) return;
    const found = await ask("board", { document: from.at(-1), open: unfolded() });
    if (found.refused || found.wrong || found.mistake) return refused(found);
    from.pop();
    to.push(board);
    show(found);
    say("Done");
  });
}

$("undo").addEventListener("click", () => back(past, future));
$("redo").addEventListener("click", () => back(future, past));
$("clear").addEventListener("click", () => change({ edit: { do: "clear" } }, { words: "Cleared" }));
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea")) return;
  if (event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  if (event.shiftKey) back(future, past);
  else back(past, future);
});

async function copied(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    say(words);
    return true;
  } catch {
    say("It could not be copied");
    return false;
  }
}

function told(button, words) {
  const before = button.textContent;
  button.textContent = words;
  setTimeout(() => (button.textContent = before), 1500);
}

$("share").addEventListener("click", async (event) => {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    navigator.share({ title: "Striate", url: location.href }).catch(() => {});
  } else if (await copied(location.href, "The link is copied")) {
    told(event.target, "Copied");
  }
});
$("copy").addEventListener("click", async (event) => {
  if (await copied($("yaml").value, "The file is copied")) told(event.target, "Copied");
});
$("save").addEventListener("click", () => {
  const file = document.createElement("a");
  file.href = URL.createObjectURL(new Blob([$("yaml").value], { type: "application/yaml" }));
  file.download = "board.yaml";
  file.click();
  URL.revokeObjectURL(file.href);
});

let writing = 0;
$("yaml").addEventListener("input", () => {
  clearTimeout(writing);
  writing = setTimeout(() => change({ text: $("yaml").value }, { from: $("yaml") }), 250);
});

// --- tabs -----------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("[role=tab]")];

const read = document.querySelector(".read");

// On a phone what follows is a sheet over the rows.
function unfoldSheet(now) {
  read.classList.toggle("opened", now);
  $("strip").setAttribute("aria-expanded", String(now));
}
$("to-board").addEventListener("click", () => unfoldSheet(false));
$("strip").addEventListener("click", () => unfoldSheet(!read.classList.contains("opened")));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.target.closest(".search")) unfoldSheet(false);
});

function open(tab) {
  for (const each of tabs) {
    each.setAttribute("aria-selected", String(each === tab));
    each.tabIndex = each === tab ? 0 : -1;
    $(each.getAttribute("aria-controls")).hidden = each !== tab;
  }
  unfoldSheet(true);
  $("panels").scrollTop = 0;
  if (tab.id === "tab-why") why();
}

for (const tab of tabs) {
  tab.addEventListener("click", () => open(tab));
  tab.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    open(next);
    next.focus();
  });
}

// --- the reason -----------------------------------------------------------------------------------

async function why() {
  const now = board;
  const answer = await ask("why", { document: now });
  if (now !== board) return;
  if (!answer.html) return $("why").replaceChildren(warning(answer.wrong ?? answer.mistake));
  place($("why"), answer.html);
  ladder.begin();
}

const ladder = new Ladder($("why"));

// --- long questions -------------------------------------------------------------------------------

// Each line that comes is news or the answer; whoever aborts the signal ends the work.
async function follow(name, asked, news, signal) {
  const answer = await fetch(`${base}/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
    signal,
  });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    text += value ?? "";
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines.filter(Boolean).map((each) => JSON.parse(each))) {
      if (line.answer) return line.answer;
      if (line.now) news(line.now);
    }
    if (done) throw new Error("no answer");
  }
}

function progressWords(now, seconds) {
  const parts = [`${seconds.toFixed(0)} s`];
  if (now.size) parts.unshift(`size ${now.size}`);
  if (now.classes) parts.splice(1, 0, `${now.classes.toLocaleString("en")} classes`);
  if (now.tried) parts.unshift(`${now.tried.toLocaleString("en")} orders`);
  if (now.of) parts.unshift(`${now.done} of ${now.of} pairs`);
  if (now.found) parts.push(`${now.found} found`);
  return parts.join(" · ");
}

for (const form of document.querySelectorAll("form[data-ask]")) {
  const stop = form.querySelector(".stop");
  const start = form.querySelector(".main");
  const progress = form.querySelector(".progress");
  const result = form.querySelector(".result");
  let ending = null;
  stop.addEventListener("click", () => ending?.abort());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = Object.fromEntries(new FormData(form));
    ending = new AbortController();
    const began = performance.now();
    let now = {};
    const show = () => {
      progress.textContent = progressWords(now, (performance.now() - began) / 1000);
    };
    const clock = setInterval(show, 250);
    start.disabled = true;
    stop.hidden = false;
    result.replaceChildren();
    show();
    try {
      const answer = await follow(
        form.dataset.ask,
        { document: board, ...data },
        (news) => ((now = news), show()),
        ending.signal,
      );
      if (answer.html) result.innerHTML = answer.html;
      else result.replaceChildren(warning(answer.wrong ?? answer.mistake));
      progress.textContent = "";
    } catch (error) {
      const words = error.name === "AbortError" ? "Stopped" : "The search ended without an answer";
      progress.textContent = `${words} after ${progress.textContent}`;
    } finally {
      clearInterval(clock);
      start.disabled = false;
      stop.hidden = true;
    }
  });
}

document.addEventListener("click", (event) => {
  const opens = event.target.closest("[data-open]");
  if (opens) {
    change({ document: JSON.parse(opens.dataset.open) }, { words: "The board is opened" });
    open($("tab-answer"));
  }
  const example = event.target.closest("[data-goal]");
  if (example) {
    $("goal").value = example.dataset.goal;
    understand();
  }
});

let understood = 0;
async function understand() {
  const mine = ++understood;
  const text = $("goal").value;
  const told = await fetch(`${base}/goal?q=${encodeURIComponent(text)}`).then((each) => each.json());
  if (mine !== understood) return;
  $("goal-told").textContent = told.understood ? `Understood: ${told.understood}` : (told.wrong ?? "");
  $("goal-list").replaceChildren(...(told.completions ?? []).map((words) => new Option(words, words)));
}
let thinking = 0;
$("goal").addEventListener("input", () => {
  clearTimeout(thinking);
  thinking = setTimeout(understand, 150);
});

// --- the beginning --------------------------------------------------------------------------------

if (page.dataset.tab && page.dataset.tab !== "answer") {
  open($(`tab-${page.dataset.tab}`));
}
document.documentElement.dataset.ready = (await followLink()) ? "link" : "page";
