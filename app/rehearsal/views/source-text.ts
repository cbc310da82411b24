import { formatDate } from "~/platform/ui/format";
import type { Source } from "~/rehearsal/rehearsal-input";
import { rowLabel } from "~/rehearsal/row-name";

const ROWS_SHOWN = 3;

/** `01.11.2026 – 28.11.2026, fra1 · h100`, or a file with its place */
export function sourceText(source: Source): string {
  if (source.kind === "file") return `${source.name} on ${rowLabel(source)}`;
  const { rows = [] } = source;
  const shown = rows.length > ROWS_SHOWN ? [`${rows.length} clusters and GPU types`] : rows.map(rowLabel);
  return [`${formatDate(source.from_ts)} – ${formatDate(source.until_ts - 1)}`, ...shown].join(", ");
}
