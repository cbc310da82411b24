import type { EntryContext } from "@remix-run/node";

/** Characters that could end a script or its text in HTML. */
const UNSAFE = /[&<>\u2028\u2029]/g;

/**
 * Splits the context of a page from the data for its script. Remix's own component streams them while React waits, which
 * takes twice as long. Our data are complete once the loaders have run.
 */
export async function splitPageData(context: EntryContext): Promise<{ context: EntryContext; data: string }> {
  const data = await new Response(context.serverHandoffStream).text();
  return { context: { ...context, serverHandoffStream: undefined }, data };
}

/** The script that gives the page's script its data, and the names of the parts that are rendered (late.ts). */
export function dataScript({ data, parts, nonce }: { data: string; parts: Set<string>; nonce: string }): string {
  const script = `window.renderedParts=${inScript([...parts])};window.__remixContext.streamController.enqueue(${inScript(data)});window.__remixContext.streamController.close();`;
  return `<script nonce="${nonce}">${script}</script>`;
}

function inScript(value: string | string[]): string {
  return JSON.stringify(value).replace(UNSAFE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
