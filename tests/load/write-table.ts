import { readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { format } from "oxfmt";
import { commit, readLines } from "./report";

const PAGE = "docs/benchmarks.md";

/** Puts the figures that a benchmark printed into the page of benchmarks, in place of those of its last run. */
export async function writeTable(name: string, printed: string): Promise<void> {
  const page = readFileSync(PAGE, "utf8");
  const [begin, end] = [`<!-- bench ${name} -->`, `<!-- end of ${name} -->`];
  const [before, rest] = page.split(begin);
  const [, after] = (rest ?? "").split(end);
  const section = `${begin}\n\n${tableOf(name, printed)}\n\n${end}`;
  const written = after === undefined ? `${page.trimEnd()}\n\n${section}\n` : `${before}${section}${after}`;
  const { code } = await format(PAGE, written, { printWidth: 120 });
  writeFileSync(PAGE, code);
}

function tableOf(name: string, printed: string): string {
  const rows = readLines(printed).map(({ title, value, goal }) => `| ${[title, value, goal || "–"].join(" | ")} |`);
  const date = new Date().toISOString().slice(0, 10);
  const when = `\`npm run bench ${name}\`, ${date}, commit ${commit()}, load ${(loadavg()[1] ?? 0).toFixed(1)}`;
  return [when, "", "| What | Figure | Goal |", "| --- | --- | --- |", ...rows].join("\n");
}
