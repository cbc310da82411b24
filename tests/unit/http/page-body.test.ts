import { createElement, Suspense } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { pageBody } from "~/http/page-body.server";

test("a page is one piece, however long, and what comes after it another", async () => {
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
  const { pipe } = renderToPipeableStream(
    createElement("main", null, long, createElement(Suspense, null, createElement(Later))),
    { onShellReady: () => pipe(sink) },
  );
  const pieces: string[] = [];
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(Buffer.from(piece).toString());
    arrive();
  }
  expect(pieces).toHaveLength(2);
  expect(pieces[0]).toContain("line 1999");
  expect(pieces[1]).toContain("<b>later</b>");
});
