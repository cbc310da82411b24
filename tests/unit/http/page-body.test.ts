import { once } from "node:events";
import { createElement, Suspense } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { pageBody } from "~/http/page-body.server";

test("a page is one piece, however long, and what comes after it another", async () => {
  const { body, arrive } = renderSlowly();
  const pieces: string[] = [];
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(Buffer.from(piece).toString());
    arrive();
  }
  expect(pieces).toHaveLength(2);
  expect(pieces[0]).toContain("line 1999");
  expect(pieces[1]).toContain("<b>later</b>");
});

test("who stops reading ends the page, and what comes later goes nowhere", async () => {
  const { body, sink, arrive, errors } = renderSlowly();
  const reader = body.getReader();
  await reader.read();
  const closed = once(sink, "close");
  await reader.cancel();
  arrive();
  await closed;
  expect(errors).toEqual([expect.objectContaining({ message: "The destination stream closed early." })]);
});

/** A long page with a part that has to wait until `arrive`. */
function renderSlowly() {
  const long = Array.from({ length: 2_000 }, (_, key) => createElement("p", { key }, `line ${key}`));
  let arrive = () => {};
  let arrived = false;
  const waiting = new Promise<void>((resolve) => (arrive = resolve)).then(() => void (arrived = true));
  const Later = () => {
    // React's way to say that this part has to wait.
    if (!arrived) throw waiting;
    return createElement("b", null, "later");
  };
  const { sink, body } = pageBody();
  const errors: unknown[] = [];
  const { pipe } = renderToPipeableStream(
    createElement("main", null, long, createElement(Suspense, null, createElement(Later))),
    { onShellReady: () => pipe(sink), onError: (error) => void errors.push(error) },
  );
  return { sink, body, errors, arrive: () => arrive() };
}
