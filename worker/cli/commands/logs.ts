import { setTimeout as wait } from "node:timers/promises";
import { done } from "../api/answer";
import { outlastRestart } from "../api/outlast-restart";
import { findTask, isUnfinished, readTask } from "../api/tasks";
import type { Add, Context } from "../context";
import { LogText } from "../terminal/log-text";
import type { Output } from "../terminal/output";
import { wholeNumber } from "./option-values";

const ASK_EVERY_MS = 1_000;
const PAGE = 1000;

interface Piece {
  seq: number;
  ts: number;
  stream: string;
  text: string;
}

interface Options {
  follow?: boolean;
  tail?: number;
  time?: boolean;
  server?: boolean;
}

export const logs: Add = (program, act) => {
  program
    .command("logs")
    .description("Print the output of a task, even after it ended")
    .argument("<name>", "task name")
    .option("-f, --follow", "follow the output until the task ends")
    .option("-n, --tail <lines>", "print only the last lines", wholeNumber(0, 1_000_000))
    .option("-t, --time", "print the time before each line")
    .option("--server", "print the lines of the task's SSH server too")
    .action(
      act(async ({ api: connect, out }: Context, name: string, options: Options) => {
        const api = connect();
        const { resv_guid } = await findTask(api, name);
        const print = printer(out, options.time ?? false);
        const server = options.server ? "1" : "0";
        let isEmpty = true;
        const read: Read = async (after_seq) => {
          const params = { path: { resv_guid }, query: { after_seq, limit: PAGE, server } } as const;
          const page = await done(api.GET("/v1/tasks/{resv_guid}/logs", { params }));
          isEmpty &&= page.lines.length === 0;
          return page;
        };
        const last: Piece[] = [];
        const { tail } = options;
        const seq = await readFrom(0, read, tail === undefined ? print : (piece) => keepLast(last, piece, tail));
        for (const piece of last) print(piece);
        if (isEmpty)
          out.note("Nothing written yet. A log holds what the task writes to ~/task.log or its start command prints.");
        if (!options.follow) return;
        // The state is read first: when it is final, all output is stored.
        const goesOn = async () => isUnfinished(await outlastRestart(() => readTask(api, resv_guid)));
        await follow(seq, (after) => outlastRestart(() => read(after)), print, goesOn);
      }),
    );
};

/** Asks for one page of the stored output after a position. */
type Read = (afterSeq: number) => Promise<{ lines: Piece[]; next_seq: number }>;

/** Reads the stored output after a position, page by page. Returns the position of its end. */
async function readFrom(after: number, read: Read, take: (piece: Piece) => void): Promise<number> {
  for (let seq = after; ;) {
    const { lines, next_seq } = await read(seq);
    for (const piece of lines) take(piece);
    if (next_seq === seq) return seq;
    seq = next_seq;
  }
}

async function follow(
  from: number,
  read: Read,
  take: (piece: Piece) => void,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  for (let seq = from, on = true; on;) {
    on = await goesOn();
    seq = await readFrom(seq, read, take);
    if (on) await wait(ASK_EVERY_MS);
  }
}

/** Keeps the last pieces with this number of lines, and cuts the first piece if it has more. */
export function keepLast(kept: Piece[], piece: Piece, lines: number): void {
  kept.push(piece);
  const ends = (text: string) => text.split("\n").length - 1;
  const open = piece.text.endsWith("\n") ? 0 : 1;
  let over = kept.reduce((sum, { text }) => sum + ends(text), open) - lines;
  while (kept[0] && over > 0) {
    const [first] = kept;
    if (ends(first.text) <= over && kept.length > 1) {
      kept.shift();
      over -= ends(first.text);
    } else {
      kept[0] = { ...first, text: first.text.split("\n").slice(over).join("\n") };
      over = 0;
    }
  }
}

/** Prints output: a terminal gets what is safe to show, a file or pipe gets everything unchanged. */
function printer(out: Output, time: boolean): (piece: Piece) => void {
  if (out.json) return (piece) => out.value(piece);
  const log = new LogText();
  const shown = (text: string) => (out.isTerminal ? log.shown(text) : text);
  if (!time) return ({ text }) => out.raw(shown(text));
  let open = false;
  return ({ ts, text: written }) => {
    const text = shown(written);
    if (text === "") return;
    const stamp = `${new Date(ts * 1000).toISOString().slice(0, 19)}Z `;
    const whole = text.endsWith("\n");
    const lines = (whole ? text.slice(0, -1) : text).split("\n");
    out.raw((open ? "" : stamp) + lines.join(`\n${stamp}`) + (whole ? "\n" : ""));
    open = !whole;
  };
}
