/** A piece of a task's output, as stored and sent (4.3). `ts` in epoch seconds. */
export interface LogChunk {
  seq: number;
  ts: number;
  stream: string;
  text: string;
}

/** One line of a displayed log. */
export interface LogLine {
  /** Same for the same line however often the log is read. */
  key: string;
  ts: number;
  stream: string;
  /** The line as a terminal would show it, at most LINE_CHARS. */
  text: string;
  /** True while its end was not written yet. */
  open: boolean;
  /** End of an open line that means nothing until more arrives: a carriage return, an incomplete escape code. */
  rest?: string;
}

/** The agent's messages about the task, such as full memory, and the result of its start command, which has a time. */
const ABOUT_TASK = /^([\d.:TZ-]+ )?(notice|start command): /;

/**
 * Checks for output of the SSH server around the task, which is shown on request. Lines about the task appear with its
 * own output.
 */
export function isServersOwn({ stream, text }: Pick<LogLine, "stream" | "text">): boolean {
  return stream === "err" && !ABOUT_TASK.test(text);
}

/** Removes the server's own lines from a log that is read piece by piece. A piece ends anywhere, also within a line. */
export class WithoutServersOwn {
  #begun = "";

  /** The piece without them; null if nothing else is in it. */
  shown<Piece extends Pick<LogChunk, "stream" | "text">>(piece: Piece): Piece | null {
    if (piece.stream !== "err") return piece;
    const lines = (this.#begun + piece.text).split("\n");
    this.#begun = lines.pop() ?? "";
    const kept = lines.filter((text) => !isServersOwn({ stream: piece.stream, text }));
    return kept.length === 0 ? null : { ...piece, text: kept.map((line) => `${line}\n`).join("") };
  }
}

/** Longest line; longer ones are cut: they are unreadable and would freeze a browser. */
export const LINE_CHARS = 16 * 1024;

// Colours and cursor movements mean nothing outside a terminal. Each part is bounded and ends before the next escape,
// so that any output of a task is read in linear time.
const ESC = "\\u001b";
const CSI = "\\[[0-?]{0,100}[ -/]{0,100}";
const OSC = "\\][^\\u0007\\u001b]{0,1000}";
const TERMINAL_CODE = new RegExp(`${ESC}(?:${CSI}[@-~]|${OSC}(?:\\u0007|${ESC}\\\\)|[@-Z\\\\-_])`, "g");
const UNFINISHED = new RegExp(`\\r?(?:${ESC}(?:${CSI}|${OSC}(?:${ESC})?)?)?$`);

/** The lines with what these chunks add, at most the newest `most`. Chunks end anywhere, also within a line. */
export function appendChunks(lines: readonly LogLine[], chunks: readonly LogChunk[], most: number): LogLine[] {
  const all = [...lines];
  for (const chunk of chunks) {
    const parts = chunk.text.split("\n");
    const ended = parts.at(-1) === "";
    if (ended) parts.pop();
    parts.forEach((part, index) => {
      const open = !ended && index === parts.length - 1;
      const last = all.at(-1);
      if (index === 0 && last?.open && last.stream === chunk.stream) {
        all[all.length - 1] = { ...last, ...shown(last.text + (last.rest ?? "") + part, open) };
      } else {
        const { seq, ts, stream } = chunk;
        all.push({ key: `${seq}.${index}`, ts, stream, ...shown(part, open) });
      }
    });
  }
  return all.slice(-most);
}

function shown(raw: string, open: boolean): Pick<LogLine, "text" | "open" | "rest"> {
  if (!open) return { text: shownText(raw), open, rest: undefined };
  const end = raw.search(UNFINISHED);
  return { text: shownText(raw.slice(0, end)), open, rest: raw.slice(end) || undefined };
}

/** Renders a line as a terminal does: without codes, and with the last of overwritten parts. */
export function shownText(text: string): string {
  const plain = text.replace(TERMINAL_CODE, "").replace(/\r$/, "");
  const last = plain.slice(plain.lastIndexOf("\r") + 1);
  // Leaves no half of a character.
  return last.length > LINE_CHARS ? last.slice(0, LINE_CHARS).replace(/[\uD800-\uDBFF]$/, "") : last;
}
