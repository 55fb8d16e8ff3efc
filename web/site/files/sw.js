// The service worker: keeps the files of the site, so that it works without a network, and passes
// what asks the app to the page that asks. VERSION and FILES are written before this line.

const CACHE = `striate-${VERSION}`;
const ROOT = new URL("./", self.location.href).pathname;
const ASKED = new Set(["cards", "goal"]); // GET, and yet a question

self.addEventListener("install", (event) => event.waitUntil(keepAll()));

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin || !url.pathname.startsWith(ROOT)) return;
  const name = url.pathname.slice(ROOT.length);
  event.respondWith(asksTheApp(event.request, name) ? asked(event, url) : file(event.request, name));
});

// --- files ----------------------------------------------------------------------------------------

async function keepAll() {
  const cache = await caches.open(CACHE);
  const whole = Object.values(FILES).reduce((sum, size) => sum + size, 0);
  let kept = 0;
  for (const [name, size] of Object.entries(FILES)) {
    if (!(await cache.match(ROOT + name))) await keep(cache, name);
    kept += size;
    await tellPages({ kept: kept / whole });
  }
  await self.skipWaiting();
}

async function keep(cache, name) {
  const answer = await fetch(ROOT + name, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  await cache.put(ROOT + name, await plain(answer));
}

// An answer that came by a redirection may not be given to a page that opens.
async function plain(answer) {
  if (!answer.redirected) return answer;
  return new Response(await answer.blob(), { headers: answer.headers });
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith("striate-") && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function file(request, name) {
  const cache = await caches.open(CACHE);
  const found = name && (await cache.match(ROOT + name));
  if (found) return found;
  const page = (await pages(cache))[name.replace(/\/?(index\.html)?$/, "")];
  if (page) return html(page, 200);
  const answer = await fetch(request).catch(() => null);
  if (answer && (answer.status !== 404 || request.mode !== "navigate")) return answer;
  return html((await pages(cache))["404.html"], 404);
}

function html(text, status) {
  return new Response(text, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

// Every page by its path: one packed file, unpacked once.
let unpacked = null;

function pages(cache) {
  unpacked ??= cache
    .match(ROOT + "pages.json.gz")
    .then((kept) => new Response(kept.body.pipeThrough(new DecompressionStream("gzip"))).json())
    .catch(() => ({}));
  return unpacked;
}

async function tellPages(news) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage(news);
}

// --- the app --------------------------------------------------------------------------------------

function asksTheApp(request, name) {
  return request.method === "POST" || ASKED.has(name) || request.headers.has("x-striate-app");
}

async function asked(event, url) {
  const page = await self.clients.get(event.clientId);
  if (!page) return new Response("the page that asked is gone", { status: 503 });
  const request = {
    method: event.request.method,
    target: url.pathname + url.search,
    headers: { "content-type": event.request.headers.get("content-type") || "" },
    body: event.request.method === "POST" ? await event.request.text() : "",
  };
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    let pieces;
    const end = () => {
      port1.postMessage("stop");
      port1.close();
    };
    const stream = new ReadableStream({
      start(controller) {
        pieces = controller;
      },
      cancel: end,
    });
    event.request.signal.addEventListener("abort", end);
    port1.onmessage = ({ data }) => {
      if (data.begin) {
        resolve(new Response(stream, data.begin));
      } else if (data.piece) {
        pieces.enqueue(data.piece);
      } else {
        pieces.close();
        port1.close();
      }
    };
    page.postMessage({ request }, [port2]);
  });
}
