import { expect, test } from "vitest";
import { findInLog } from "~/compute/find-in-log";
import {
  appendChunks,
  LINE_CHARS,
  type LogChunk,
  shownText,
  isServersOwn,
  WithoutServersOwn,
} from "~/compute/log-lines";

const chunk = (seq: number, text: string, stream = "out"): LogChunk => ({
  seq,
  ts: 1000 + seq,
  stream,
  text,
});
const texts = (chunks: LogChunk[], most = 100) => appendChunks([], chunks, most).map((line) => line.text);

test("chunks end anywhere; lines do not", () => {
  expect(texts([chunk(1, "epoch 1\nepo"), chunk(2, "ch 2\n"), chunk(3, "epoch 3\n")])).toEqual([
    ...["epoch 1", "epoch 2", "epoch 3"],
  ]);
});

test("output of another stream in between is on its own line", () => {
  const lines = appendChunks([], [chunk(1, "half"), chunk(2, "warning\n", "err"), chunk(3, "rest\n")], 100);
  expect(lines.map(({ stream, text }) => `${stream} ${text}`)).toEqual(["out half", "err warning", "out rest"]);
});

test("an empty line stays, and a line has the same key however it is read", () => {
  const whole = appendChunks([], [chunk(1, "a\n\nb"), chunk(2, "c\n")], 100);
  const inTwo = appendChunks(appendChunks([], [chunk(1, "a\n\nb")], 100), [chunk(2, "c\n")], 100);
  expect(whole.map((line) => line.text)).toEqual(["a", "", "bc"]);
  expect(inTwo).toEqual(whole);
});

test("only the newest lines are kept", () => {
  expect(texts([chunk(1, "1\n2\n3\n4\n")], 2)).toEqual(["3", "4"]);
});

test("colours are omitted, and only the last state of a progress bar is shown", () => {
  expect(shownText("\u001b[31mred\u001b[0m text")).toBe("red text");
  expect(shownText("10%\r50%\r100%")).toBe("100%");
  expect(shownText("windows\r")).toBe("windows");
});

test("titles end with a bell or a string terminator, and an unfinished one hides nothing", () => {
  expect(shownText("\u001b]0;title\u0007a\u001b]0;title\u001b\\b")).toBe("ab");
  expect(shownText("\u001b]open")).toBe("open");
});

test.each([
  ["\u001b]", ""],
  ["\u001b]x", "x".repeat(LINE_CHARS)],
  ["\u001b[", "\u001b[".repeat(LINE_CHARS / 2)],
  ["\u001b[0", "\u001b[0".repeat(LINE_CHARS).slice(0, LINE_CHARS)],
  ["\r\u001b", "\u001b"],
  ["\r", ""],
])("256 KiB of %j are read in one pass and cut", (piece, text) => {
  const hostile = piece.repeat((256 * 1024) / piece.length);
  expect(shownText(hostile)).toBe(text);
  const [open, closed] = appendChunks([], [chunk(1, hostile, "err"), chunk(2, `${hostile}\n`)], 100);
  expect([open?.open, closed?.open]).toEqual([true, false]);
  expect(closed?.text).toBe(text);
});

test("an open line is overwritten and cut as well", () => {
  const bar = Array.from({ length: 100 }, (_, at) => chunk(at, `${at}%\r`));
  expect(appendChunks([], bar, 100)).toMatchObject([{ text: "99%", open: true }]);
  const long = appendChunks([], [chunk(1, "a".repeat(60_000)), chunk(2, "b".repeat(60_000))], 100);
  expect(long).toMatchObject([{ text: "a".repeat(LINE_CHARS), open: true }]);
  expect(texts([...bar, chunk(100, "done\n")])).toEqual(["done"]);
});

test("a code across two chunks is omitted", () => {
  const begun = appendChunks([], [chunk(1, "a\u001b[3")], 100);
  expect(begun).toMatchObject([{ text: "a", open: true }]);
  expect(appendChunks(begun, [chunk(2, "1mred\u001b]0;tit")], 100)).toMatchObject([{ text: "ared" }]);
  expect(texts([chunk(1, "a\u001b]0;t\u001b"), chunk(2, "\\b\r"), chunk(3, "\n")])).toEqual(["ab"]);
});

test("matches are counted over all lines, ignoring case, and read literally", () => {
  const lines = texts([chunk(1, "Loss 0.5 loss\nnothing\nLOSS (a+b)\n")]).map((text) => ({ text }));
  expect(findInLog(lines, "loss").matches).toBe(3);
  expect(findInLog(lines, "(a+b)").matches).toBe(1);
  expect(findInLog(lines, "").matches).toBe(0);
  expect(findInLog(lines, "loss").found[2]?.parts).toEqual([
    { text: "LOSS", match: 2 },
    { text: " (a+b)", match: null },
  ]);
});

test("the agent's messages about a task, and the end of its start command, are not the server's lines", () => {
  const isHidden = (stream: string, text: string) => isServersOwn({ stream, text });
  expect(isHidden("err", "ssh: connected from 10.0.0.1")).toBe(true);
  expect(isHidden("err", "notice: The memory of this task is full")).toBe(false);
  expect(isHidden("err", "2026-11-26T13:00:00.000Z start command: ended with 1")).toBe(false);
  expect(isHidden("err", "2026-11-26T13:00:00.000Z task train is ready")).toBe(true);
  expect(isHidden("out", "ssh: written by the task")).toBe(false);
});

test("a log that is read piece by piece has no line of the server, wherever its pieces end", () => {
  const without = new WithoutServersOwn();
  const pieces = [
    ["err", "2026-11-26T13:00:00.000Z task train is rea"],
    ["out", "epoch 1\nloss"],
    ["err", "dy\nnotice: The memory is full\nsftp: wor"],
    ["out", " 0.5"],
    ["err", "ks\n"],
  ].map(([stream = "", text = ""]) => ({ stream, text }));
  const shown = pieces.flatMap((piece) => without.shown(piece)?.text ?? []);
  expect(shown).toEqual(["epoch 1\nloss", "notice: The memory is full\n", " 0.5"]);
});
