import { figure, heading } from "../report";
import type { AgainstEmpty } from "./in-turns";
import type { ScreenRow } from "./screens";

const HTML_LIMIT = 50 * 1024;
const SCRIPT_LIMIT = 130 * 1024;
const RATIO_LIMIT = 3;
const PROCESSOR_RATIO_LIMIT = 2.2;

/** Measurement of one goal. */
interface Verdict {
  name: string;
  value: number;
  most: number;
  /** The screens that miss it. */
  where: string[];
}

const verdicts: Verdict[] = [];

const COLUMNS: [head: string, width: number, cell: (row: ScreenRow) => string][] = [
  ["screen", -44, (row) => row.path.slice(0, 44)],
  ["who", -8, (row) => row.who],
  ["status", 6, (row) => String(row.status)],
  ["axe", 4, (row) => row.violations.join(",") || "0"],
  ["CLS", 6, (row) => row.shift.toFixed(3)],
  ["HTML KB", 8, (row) => kb(row.htmlBytes)],
  ["gzip KB", 8, (row) => kb(row.sentBytes)],
  ["script KB", 10, (row) => kb(row.scriptBytes)],
  ["TTFB ms", 8, (row) => row.medianMs.toFixed(1)],
  ["p90 ms", 7, (row) => row.p90Ms.toFixed(1)],
];

export function printHeads(): void {
  print(COLUMNS.map(([head]) => head));
}

export function printRow(row: ScreenRow): void {
  print(COLUMNS.map(([, , cell]) => cell(row)));
}

/** A negative width is that of text, which is aligned left. */
function print(cells: readonly string[]): void {
  const padded = COLUMNS.map(([, width], at) => {
    const text = cells[at] ?? "";
    return width < 0 ? text.padEnd(-width) : text.padStart(width);
  });
  console.log(`  ${padded.join(" ")}`);
}

/** Each budget of the screens, with the number that miss it. */
export function judgeScreens(rows: readonly ScreenRow[]): void {
  const budgets: [name: string, isMissed: (row: ScreenRow) => boolean][] = [
    ["screens with axe violations", (row) => row.violations.length > 0],
    ["screens that shift", (row) => row.shift.toFixed(2) !== "0.00"],
    ["screens with 50 KB of first HTML or more", (row) => row.htmlBytes >= HTML_LIMIT],
    ["screens with more than 130 KB of script", (row) => row.scriptBytes > SCRIPT_LIMIT],
  ];
  for (const [name, isMissed] of budgets) {
    const missed = rows.filter(isMissed);
    verdicts.push({ name, value: missed.length, most: 0, where: missed.map(({ path, who }) => `${path} (${who})`) });
  }
}

/** `/tasks` as a multiple of empty pages. */
export function judgeRatio({ ratio, processorMs, emptyProcessorMs }: AgainstEmpty): void {
  const judge = (name: string, value: number, most: number) =>
    verdicts.push({ name, value: Number(value.toFixed(2)), most, where: [] });
  judge("/tasks in empty pages, first byte", ratio, RATIO_LIMIT);
  judge("/tasks in empty pages, processor time", processorMs / emptyProcessorMs, PROCESSOR_RATIO_LIMIT);
}

/** Prints one line for each measured goal; a miss is named, and nothing fails. */
export function printVerdicts(): void {
  heading("Goals");
  for (const { name, value, most, where } of verdicts) {
    const missed = ["MISSED", where.join(", ")].filter(Boolean).join(": ");
    figure(name, String(value), `at most ${most} – ${value <= most ? "kept" : missed}`);
  }
}

function kb(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
