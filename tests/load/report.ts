import { execFileSync } from "node:child_process";
import { cpus, release, totalmem } from "node:os";

/** Prints one figure as a line: its name, its value, and its goal. It never fails. */
export function figure(name: string, value: string, goal = ""): void {
  console.log(`  ${name.padEnd(58)} ${value.padStart(16)}${goal ? `   goal: ${goal}` : ""}`);
}

/** The lines of a printed report. */
export function readLines(printed: string): { title: string; value: string; goal: string }[] {
  return printed.split("\n").flatMap((line) => {
    const [, title, value, goal = ""] =
      /^ {2}(\S.*?)(?: {2,}| (?=\S+(?: {3}goal: .*)?$))(\S.*?)(?: {3}goal: (.*))?$/.exec(line) ?? [];
    return title && value ? [{ title, value, goal }] : [];
  });
}

/** The figures whose value is one number, with or without a unit. */
export function readFigures(printed: string): { title: string; value: number }[] {
  return readLines(printed).flatMap(({ title, value }) => {
    const [, number] = /^(\d[\d,.]*)(?: ?[^\d\s]+)?$/.exec(value) ?? [];
    return number ? [{ title, value: Number(number.replaceAll(",", "")) }] : [];
  });
}

export function heading(text: string): void {
  console.log(`\n${text}`);
}

/** The machine on which the figures were taken: without it they mean nothing. */
export function describeMachine(): void {
  const cores = cpus();
  console.log(`${new Date().toISOString().slice(0, 10)}, commit ${commit()}`);
  console.log(
    `${cores.length} × ${cores[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
  );
  console.log(`Bun ${process.versions.bun ?? "-"}, Node ${execFileSync("node", ["--version"]).toString().trim()}`);
}

/** A copy without a repository can be measured too. */
export function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return "unknown";
  }
}

/** The value below which the share `q` (0–1) of the samples lies. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

/** Runs of which the median is taken. */
const RUNS = 9;

/** The time that a piece of work takes, in ms. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** The median of the times that a piece of work takes, in ms. */
export async function medianTime(work: () => Promise<unknown>, runs = RUNS): Promise<number> {
  const timesMs: number[] = [];
  for (let run = 0; run < runs; run += 1) timesMs.push(await timeOf(work));
  return quantile(timesMs, 0.5);
}

/** Prints that median. */
export async function printMedian(
  name: string,
  work: () => Promise<unknown>,
  { goal = "at most 50", runs = RUNS } = {},
): Promise<void> {
  figure(name, (await medianTime(work, runs)).toFixed(1), goal);
}
