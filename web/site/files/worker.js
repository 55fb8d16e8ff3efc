// The app in a thread of its own: Python (Pyodide) with Striate in it. A request and a port come in;
// the answer's status, its pieces and its end go out through the port.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const root = new URL("./", import.meta.url);
const started = start();
let last = started;

started.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error) }),
);

onmessage = ({ data, ports }) => {
  last = last.catch(() => {}).then(() => answered(data.request, ports[0]));
};

async function start() {
  postMessage({ stage: "Python starts" });
  const [python, packages] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", root).href }),
    fetched(new URL("packages.zip", root)),
  ]);
  postMessage({ stage: "The rules are unpacked" });
  const place = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(packages, "zip", { extractDir: place });
  postMessage({ stage: "The rules are read" });
  const browser = python.pyimport("striate.web.site.inbrowser").Browser(root.pathname.slice(0, -1));
  python.pyimport("striate.web.answers").warm();
  return { python, browser };
}

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
  return answer.arrayBuffer();
}

async function answered(request, port) {
  try {
    const { python, browser } = await started;
    const headers = python.toPy(request.headers);
    const body = python.toPy(new TextEncoder().encode(request.body));
    const begin = (status, its) => {
      port.postMessage({ begin: { status, headers: its.toJs({ dict_converter: Object.fromEntries }) } });
    };
    const piece = (bytes) => port.postMessage({ piece: bytes.toJs() });
    await browser.answer(request.method, request.target, headers, body, begin, piece);
    headers.destroy();
    body.destroy();
  } catch (error) {
    port.postMessage({ begin: { status: 500 } });
    port.postMessage({ piece: new TextEncoder().encode(String(error)) });
  }
  port.postMessage({ end: true });
  postMessage({ done: true });
}
