import { formatDate } from "~/platform/ui/format";
import type { Source, SourceRow } from "~/rehearsal/rehearsal-input";

const ROWS_SHOWN = 3;

/** `01.11.2026 – 28.11.2026, fra1 · h100`, or a file with its place */
export function sourceText(source: Source): string {
  const rowText = ({ cluster_name, gpu_type }: SourceRow) => `${cluster_name} · ${gpu_type}`;
  if (source.kind === "file") return `${source.name} on ${rowText(source)}`;
  const days = `${formatDate(source.from_ts)} – ${formatDate(source.until_ts - 1)}`;
  const { rows = [] } = source;
  return [days, ...(rows.length > ROWS_SHOWN ? [`${rows.length} clusters and GPU types`] : rows.map(rowText))].join(
    ", ",
  );
}
