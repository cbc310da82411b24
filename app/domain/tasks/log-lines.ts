/** A piece of what a task wrote, as it is stored and sent (4.3). `ts` in epoch seconds. */
export interface LogChunk {
  seq: number;
  ts: number;
  stream: string;
  text: string;
}

/** One line of a log as it is shown. */
export interface LogLine {
  /** Same for the same line however often the log is read. */
  key: string;
  ts: number;
  stream: string;
  text: string;
  /** True while its end was not written yet. */
  open: boolean;
}

// Colours and cursor movements mean nothing outside a terminal.
const TERMINAL_CODE = new RegExp(
  `${String.fromCharCode(27)}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007]*\\u0007|[@-Z\\\\-_])`,
  "g",
);

/** The lines with what these chunks add, at most the newest `most`. Chunks end anywhere, also within a line. */
export function appendChunks(
  lines: readonly LogLine[],
  chunks: readonly LogChunk[],
  most: number,
): LogLine[] {
  const all = [...lines];
  for (const chunk of chunks) {
    const parts = chunk.text.split("\n");
    const ended = parts.at(-1) === "";
    if (ended) parts.pop();
    parts.forEach((part, index) => {
      const open = !ended && index === parts.length - 1;
      const last = all.at(-1);
      if (index === 0 && last?.open && last.stream === chunk.stream) {
        all[all.length - 1] = { ...last, text: last.text + part, open };
      } else {
        all.push({ key: `${chunk.seq}.${index}`, ts: chunk.ts, stream: chunk.stream, text: part, open });
      }
    });
  }
  return all.slice(-most);
}

/** A line as a terminal would have left it: without codes, and of parts that overwrote each other the last. */
export function shownText(text: string): string {
  const plain = text.replace(TERMINAL_CODE, "").replace(/\r$/, "");
  return plain.slice(plain.lastIndexOf("\r") + 1);
}
