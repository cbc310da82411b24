import type { EntryContext } from "@remix-run/node";

/** Characters that could end a script or its text in HTML. */
const UNSAFE = /[&<>\u2028\u2029]/g;

/**
 * What a page is rendered from, and the data for its script, as the element in which the script looks for them. Remix's
 * own component writes them while React waits for a stream of them, which takes twice as long as to render at one go;
 * nothing of ours is waited for after its loaders, so they are there.
 */
export async function withDataApart(context: EntryContext, nonce: string) {
  const data = await new Response(context.serverHandoffStream).text();
  const text = JSON.stringify(data).replace(UNSAFE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const script = `window.__remixContext.streamController.enqueue(${text});window.__remixContext.streamController.close();`;
  return {
    context: { ...context, serverHandoffStream: undefined },
    dataScript: `<script nonce="${nonce}">${script}</script>`,
  };
}
