import { figure, heading } from "../report";
import type { ScreenRow } from "./screens";

const HTML_LIMIT = 50 * 1024;
const SCRIPT_LIMIT = 130 * 1000;
const RATIO_LIMIT = 3;

const HEADS = [
  "screen",
  "who",
  "status",
  "axe",
  "CLS",
  "HTML KB",
  "gzip KB",
  "script KB",
  "TTFB ms",
  "p90 ms",
];

export function printTable(rows: readonly ScreenRow[]): void {
  const cells = rows.map((row) => [
    ...[row.path.slice(0, 44), row.who, String(row.status), row.violations.join(",") || "0"],
    ...[row.shift.toFixed(3), kb(row.htmlBytes), kb(row.sentBytes), kb(row.scriptBytes)],
    ...[row.medianMs.toFixed(1), row.p90Ms.toFixed(1)],
  ]);
  const widths = HEADS.map((head, at) =>
    Math.max(head.length, ...cells.map((row) => (row[at] ?? "").length)),
  );
  for (const row of [HEADS, ...cells]) {
    console.log(
      `  ${row.map((text, at) => (at < 2 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0))).join("  ")}`,
    );
  }
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
