import { setTimeout as wait } from "node:timers/promises";
import type { Api } from "../api/client";
import { readLoad, type TaskLoad } from "../api/load";
import { findUnfinishedTask, unfinishedTasks } from "../api/tasks";
import type { Add, Context } from "../context";
import { shownInColours } from "../terminal/colours";
import { loadLines } from "../terminal/load-lines";
import { HIDE_CURSOR, SHOW_CURSOR } from "../terminal/progress";
import { wholeNumber } from "./option-values";

const ALTERNATE_SCREEN = "\u001b[?1049h";
const MAIN_SCREEN = "\u001b[?1049l";

interface Options {
  once?: boolean;
  every: number;
}

export const top: Add = (program, act) => {
  program
    .command("top")
    .description("Show the load of your GPUs, live")
    .argument("[name]", "task name; default: all running tasks")
    .option("--once", "print it once and exit")
    .option("--every <seconds>", "seconds between updates", wholeNumber(2, 3600), 5)
    .action(
      act(async ({ api: connect, out }: Context, name: string | undefined, { once = false, every }: Options) => {
        const api = connect();
        const read = () => readAllLoads(api, name);
        if (out.json) return out.value(await read(), 2);
        if (once || !out.isTerminal) {
          for (const line of loadLines(await read(), out.width, out.paint)) out.line(line);
          return;
        }
        await watch(out, read, every);
      }),
    );
};

async function readAllLoads(api: Api, name: string | undefined): Promise<TaskLoad[]> {
  const tasks = name === undefined ? await unfinishedTasks(api) : [await findUnfinishedTask(api, name)];
  const running = tasks.filter(({ state }) => state === "running");
  return await Promise.all(running.map((task) => readLoad(api, task)));
}

/** Uses the alternate screen, so that the terminal looks as before when it ends, even by Ctrl-C. */
async function watch({ paint }: Context["out"], read: () => Promise<TaskLoad[]>, every: number) {
  const stop = new AbortController();
  const end = () => stop.abort();
  const leave = () => process.stdout.write(SHOW_CURSOR + MAIN_SCREEN);
  const { stdin, stdout } = process;
  const onKey = (key: Buffer) => {
    if (["q", "\u0003", "\u001b"].includes(key.toString())) end();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.prependListener(signal, end);
  if (stdin.isTTY) stdin.setRawMode(true).on("data", onKey).resume();
  process.once("exit", leave);
  stdout.write(ALTERNATE_SCREEN + HIDE_CURSOR);
  try {
    while (!stop.signal.aborted) {
      const head = [paint.dim(`${new Date().toLocaleTimeString()}  every ${every} s, q quits`), ""];
      const lines = [...head, ...loadLines(await read(), stdout.columns || 80, paint)].slice(0, stdout.rows || 24);
      stdout.write(`\u001b[H${lines.map((line) => `${shownInColours(line)}\u001b[K`).join("\r\n")}\u001b[J`);
      await wait(every * 1000, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  } finally {
    process.off("exit", leave);
    leave();
    if (stdin.isTTY) stdin.setRawMode(false).pause();
  }
}
