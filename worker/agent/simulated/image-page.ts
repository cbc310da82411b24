import { z } from "zod";

/** The facts that a stand-in for an image's program shows. */
export interface AboutProgram {
  title: string;
  command: string;
  image: string;
  task: string;
  gpus: string[];
  /** Only the names: some values may be secret. */
  variables: string[];
  /** Name of the language model that it was told to serve. */
  model: string;
}

/** Answers like the program, as far as clients need it at first: vLLM with a sentence, all with a page. */
export async function answer(request: Request, about: AboutProgram): Promise<Response> {
  // The host in it comes from the client.
  const pathname = URL.parse(request.url)?.pathname;
  if (about.title === "vLLM" && pathname === "/v1/models")
    return Response.json({ object: "list", data: [{ id: about.model, object: "model", owned_by: "millrace-demo" }] });
  if (about.title === "vLLM" && pathname === "/v1/chat/completions") return await complete(request, about.model);
  const headers = { "content-type": "text/html; charset=utf-8" };
  return new Response(page(about), { headers });
}

const SENTENCE = "A stand-in of the demo wrote this sentence: no language model runs here.";

const streamed = z.object({ stream: z.literal(true) });

async function complete(request: Request, model: string): Promise<Response> {
  const about = { id: "chatcmpl-stand-in", created: Math.floor(Date.now() / 1000), model };
  const answer = { role: "assistant", content: SENTENCE };
  const last = { index: 0, finish_reason: "stop" };
  const { success: stream } = streamed.safeParse(await request.json().catch(() => null));
  if (!stream) return Response.json({ ...about, object: "chat.completion", choices: [{ ...last, message: answer }] });
  const chunk = JSON.stringify({ ...about, object: "chat.completion.chunk", choices: [{ ...last, delta: answer }] });
  return new Response(`data: ${chunk}\n\ndata: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });
}

function page({ title, image, task, command, gpus, variables }: AboutProgram): string {
  const rows: [string, string[]][] = [
    ["Image", [image]],
    ["Task", [task]],
    ["Command", [command]],
    ["GPUs", gpus],
    ["Variables", variables],
  ];
  const list = rows.map(([name, values]) => `<dt>${name}<dd>${values.map(escaped).join("<br>") || "None"}`).join("\n");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stand-in for ${title}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem }
dt { font-weight: 600 } dd { margin: 0 0 .75rem; overflow-wrap: anywhere }
</style>
<h1>This page stands in for ${title}</h1>
<p>The demo cannot pull images. A small program in your task responds instead, so that you can try ports, variables and volumes.
To run the image itself, start the product with <code>MILLRACE_DEMO_RUNTIME=container npm start</code>.</p>
<dl>
${list}
</dl>
<form><label>WebSocket <input name="text" value="hello"></label> <button>Send</button> <output></output></form>
<script>
const socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/echo");
const [form, shown] = [document.forms[0], document.querySelector("output")];
socket.onmessage = ({ data }) => (shown.value = "It sent back: " + data);
form.onsubmit = () => (socket.send(form.text.value), false);
</script>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
