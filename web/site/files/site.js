// The page's way to the app where there is no server: the service worker passes each question here,
// and from here it goes to a worker that runs the app. What takes long has a worker of its own,
// which is ended when nobody listens any more.

const root = new URL("./", import.meta.url);
const module = document.querySelector("script[data-page]").dataset.page;
const LONG = new Set(["find", "why-not", "swaps", "orders", "beside"]);

// --- how far it is --------------------------------------------------------------------------------

const bar = document.createElement("p");
bar.className = "site-state";
bar.setAttribute("role", "status");
document.body.append(bar);

function show(text, part) {
  bar.hidden = !text;
  bar.textContent = text || "";
  if (part === undefined) return;
  const progress = document.createElement("progress");
  progress.value = part;
  progress.setAttribute("aria-label", text);
  bar.append(" ", progress);
}

// --- the workers ----------------------------------------------------------------------------------

class Helper {
  // `ends`: a question that nobody listens to any more is broken off, with its worker.
  constructor(told, ends) {
    this.told = told;
    this.ends = ends;
    this.waiting = [];
    this.current = null;
    this.worker = null;
  }

  start() {
    if (this.worker) return;
    this.worker = new Worker(new URL("worker.js", root), { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.heard({ failed: event.message || "the worker ended" });
  }

  ask(request, port) {
    const question = { request, port };
    port.onmessage = () => this.drop(question);
    this.waiting.push(question);
    this.next();
  }

  next() {
    if (this.current || !this.waiting.length) return;
    this.start();
    // The port is kept here, so that "stop" is heard while the worker is busy.
    const { port1, port2 } = new MessageChannel();
    this.current = this.waiting.shift();
    const { request, port } = this.current;
    port1.onmessage = ({ data }) => port.postMessage(data);
    this.worker.postMessage({ request }, [port2]);
  }

  drop(question) {
    this.waiting = this.waiting.filter((each) => each !== question);
    if (this.current !== question || !this.ends) return;
    this.worker.terminate();
    this.worker = null;
    this.current = null;
    this.next();
  }

  heard(news) {
    if (news.done) {
      this.current = null;
      this.next();
    } else if (news.failed) {
      for (const { port } of [this.current, ...this.waiting].filter(Boolean)) refuse(port, news.failed);
      this.current = null;
      this.waiting = [];
    }
    this.told(news);
  }
}

function refuse(port, why) {
  port.postMessage({ begin: { status: 503, headers: { "content-type": "application/json" } } });
  port.postMessage({ piece: new TextEncoder().encode(JSON.stringify({ wrong: why })) });
  port.postMessage({ end: true });
}

const answers = new Helper((news) => {
  if (news.stage) show(news.stage + " …");
  if (news.ready) show("");
  if (news.failed) show(`This browser could not start Striate: ${news.failed}`);
}, false);
const searches = new Helper(() => {}, true);

// --- the service worker ---------------------------------------------------------------------------

function heard({ data, ports }) {
  if (data.kept !== undefined) show("Striate is fetched, once", data.kept);
  if (!data.request) return;
  const name = new URL(data.request.target, location.href).pathname.slice(root.pathname.length);
  // A filter that reads texts takes long the first time; it never holds up an answer.
  const long = LONG.has(name) || (name === "cards" && /[?&]q=[^&]*\bo(racle)?(%3A|:|%3D|=)/i.test(data.request.target));
  (long ? searches : answers).ask(data.request, ports[0]);
}

function controlled() {
  const container = navigator.serviceWorker;
  return new Promise((resolve) => {
    if (container.controller) return resolve();
    container.addEventListener("controllerchange", () => resolve(), { once: true });
    container.ready.then((registration) => registration.active.postMessage("claim"));
  });
}

// A board in the address (`?line=…`) is read by the app; the file that was opened knows nothing of it.
async function opened() {
  const answer = await fetch(location.href, { headers: { "x-striate-app": "1" } });
  if (!answer.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.querySelector("main").replaceWith(found.querySelector("main"));
}

async function begin() {
  if (!("serviceWorker" in navigator)) {
    show("Striate needs a service worker here: a browser of today, and an address with https");
    return;
  }
  show("Striate starts …");
  navigator.serviceWorker.addEventListener("message", heard);
  navigator.serviceWorker.startMessages();
  const at = { scope: root.pathname, updateViaCache: "none" };
  await navigator.serviceWorker.register(new URL("sw.js", root), at);
  await controlled();
  answers.start();
  if (location.search) await opened();
  await import(new URL(module, location.href));
}

begin().catch((error) => show(`Striate could not be started here: ${error}`));
