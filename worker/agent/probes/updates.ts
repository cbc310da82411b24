import { existsSync, readFileSync } from "node:fs";
import { runProbe } from "./run";

const EVERY_MS = 3_600_000;
/** A start has more urgent work than apt's second of processor time. */
const FIRST_AFTER_MS = 60_000;
const LIMIT_MS = 30_000;
const NOTE = "/var/lib/update-notifier/updates-available";

let known = 0;
let askedMs = performance.now() + FIRST_AFTER_MS - EVERY_MS;

/** Returns the number of pending updates, read in the background: a minute after the start, then once an hour. */
export function updatesAvailable(): number {
  if (performance.now() - askedMs > EVERY_MS) {
    askedMs = performance.now();
    void ask().then((count) => (known = count));
  }
  return known;
}

export function rebootRequired(file = "/var/run/reboot-required"): 0 | 1 {
  return existsSync(file) ? 1 : 0;
}

/** The first number of Ubuntu's note, for example "12 updates can be applied immediately." */
export function parseNote(text: string): number {
  return Number(/^\s*(\d+) (?:updates?|packages?)/m.exec(text)?.[1] ?? 0);
}

/** Parses one package per line, after a heading. */
export function parseAptList(output: string): number {
  return output.split("\n").filter((line) => line.includes("[upgradable from:")).length;
}

async function ask(): Promise<number> {
  if (existsSync(NOTE)) return parseNote(readFileSync(NOTE, "utf8"));
  const answer = await runProbe("apt", ["list", "--upgradable"], LIMIT_MS);
  return answer.ok ? parseAptList(answer.output) : 0;
}
