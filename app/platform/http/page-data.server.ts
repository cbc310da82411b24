import type { EntryContext } from "@remix-run/node";

/** Characters that could end a script or its text in HTML. */
const UNSAFE = /[&<>\u2028\u2029]/g;

/**
 * Splits the context of a page from the data for its script, and puts the data where the script expects it. Remix's own
 * component streams it while React waits, which takes twice as long. Our data is complete once the loaders have run.
 */
export async function splitPageData(context: EntryContext, nonce: string) {
  const data = await new Response(context.serverHandoffStream).text();
  const text = JSON.stringify(data).replace(UNSAFE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const script = `window.__remixContext.streamController.enqueue(${text});window.__remixContext.streamController.close();`;
  return {
    context: { ...context, serverHandoffStream: undefined },
    dataScript: `<script nonce="${nonce}">${script}</script>`,
  };
}
