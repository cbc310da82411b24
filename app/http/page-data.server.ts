import type { EntryContext } from "@remix-run/node";

/**
 * What a page is rendered from, with its data read to their end. Remix sends the data behind the page as a stream for
 * which React would have to wait; nothing of ours is waited for after its loaders, so they stand in the page at once.
 */
export async function withData(context: EntryContext): Promise<EntryContext> {
  const data = await new Response(context.serverHandoffStream).text();
  return {
    ...context,
    // Remix asks that there is one; what it would give is in the cache.
    serverHandoffStream: new ReadableStream({ start: (stream) => stream.error(new Error("already read")) }),
    renderMeta: { streamCache: { 0: piece(data, false), 1: piece("", true) } },
  };
}

type Piece = NonNullable<NonNullable<EntryContext["renderMeta"]>["streamCache"]>[number];

const piece = (value: string, done: boolean): Piece =>
  Object.assign(Promise.resolve(), { result: { value, done } });
