import { figure, heading } from "../report";
import type { ScreenRow } from "./screens";

const HTML_LIMIT = 50 * 1024;
const SCRIPT_LIMIT = 130 * 1000;
const RATIO_LIMIT = 3;

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

/** A negative width is that of text, which stands left. */
function print(cells: readonly string[]): void {
  const padded = COLUMNS.map(([, width], at) => {
    const text = cells[at] ?? "";
    return width < 0 ? text.padEnd(-width) : text.padStart(width);
  });
  console.log(`  ${padded.join(" ")}`);
}

/** Each budget with the worst that was seen; a missed one is named, nothing fails. */
export function printVerdict(rows: readonly ScreenRow[], ratio: number): void {
  heading("Budgets");
  const violations = rows.filter((row) => row.violations.length > 0);
  verdict("screens with axe violations", violations.length, 0, violations.map(nameOf));
  const shifting = rows.filter((row) => row.shift.toFixed(2) !== "0.00");
  verdict("screens that shift", shifting.length, 0, shifting.map(nameOf));
  const html = rows.filter((row) => row.htmlBytes >= HTML_LIMIT);
  verdict("screens with 50 KB of first HTML or more", html.length, 0, html.map(nameOf));
  const script = rows.filter((row) => row.scriptBytes > SCRIPT_LIMIT);
  verdict("screens with more than 130 KB of script", script.length, 0, script.map(nameOf));
  verdict("time to first byte of /tasks against an empty page", Number(ratio.toFixed(2)), RATIO_LIMIT, []);
}

function verdict(name: string, value: number, most: number, where: readonly string[]): void {
  const kept = value <= most ? "kept" : `MISSED: ${where.join(", ")}`;
  figure(name, String(value), `at most ${most} – ${kept}`);
}

function nameOf({ path, who }: ScreenRow): string {
  return `${path} (${who})`;
}

function kb(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
