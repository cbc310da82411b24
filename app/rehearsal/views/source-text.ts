import { formatDate } from "~/platform/ui/format";
import type { Source } from "~/rehearsal/rehearsal-input";

/** `01.11.2026 – 28.11.2026`, or a file with its place */
export function sourceText(source: Source): string {
  if (source.kind === "file") return `${source.name} on ${source.cluster_name} · ${source.gpu_type}`;
  return `${formatDate(source.from_ts)} – ${formatDate(source.until_ts - 1)}`;
}
