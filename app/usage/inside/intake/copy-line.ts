export type CopyField = string | number | bigint | boolean | null;

/** Formats a row for `copy … from stdin`, in PostgreSQL's text format. */
export function copyLine(fields: readonly CopyField[]): string {
  return `${fields.map(written).join("\t")}\n`;
}

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPED: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function written(field: CopyField): string {
  if (field === null) return "\\N";
  if (typeof field === "string") return field.replace(SPECIAL, (sign) => ESCAPED[sign] ?? sign);
  return String(field);
}
