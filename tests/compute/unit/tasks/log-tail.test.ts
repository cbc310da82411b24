import { describe, expect, test } from "vitest";
import { appendChunks, type LogChunk } from "~/compute/log-lines";
import { type LogTail, withChunks, withLoaded } from "~/compute/log-tail";

const MOST = 100;
const chunk = (seq: number, text: string): LogChunk => ({ seq, ts: 1000 + seq, stream: "out", text });
const tailOf = (...chunks: LogChunk[]): LogTail => ({
  lines: appendChunks([], chunks, MOST),
  nextSeq: chunks.at(-1)?.seq ?? 0,
});
const texts = ({ lines }: LogTail) => lines.map((line) => line.text);
const [one, two, three] = [chunk(1, "1\n"), chunk(2, "2\nhal"), chunk(3, "f\n3\n")] as const;

test("chunks that a tail already has are not added twice", () => {
  const tail = withChunks(tailOf(one, two), [two, three], MOST);
  expect(tail).toEqual(tailOf(one, two, three));
  expect(withChunks(tail, [one, three], MOST)).toBe(tail);
});

describe("A reloaded log", () => {
  test("adds lines beyond the tail, including the end of an open line, and keeps lines that it no longer has", () => {
    expect(texts(withLoaded(tailOf(one, two), tailOf(two, three), MOST))).toEqual(["1", "2", "half", "3"]);
  });

  test("that ends before the tail changes nothing", () => {
    const tail = tailOf(one, two, three);
    expect(withLoaded(tail, tailOf(one, two), MOST)).toBe(tail);
  });

  test("replaces a tail that it does not touch: between both may be a gap", () => {
    expect(texts(withLoaded(tailOf(one), tailOf(chunk(9, "9\n")), MOST))).toEqual(["9"]);
    expect(texts(withLoaded(tailOf(), tailOf(one), MOST))).toEqual(["1"]);
  });

  test("that begins within a line does not repeat its start", () => {
    // The loaded one starts with the end of `half`, as a separate line.
    expect(texts(withLoaded(tailOf(one, two, three), tailOf(three, chunk(4, "4\n")), MOST))).toEqual([
      ...["1", "2", "half", "3", "4"],
    ]);
  });
});
