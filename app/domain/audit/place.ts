import type { AuditPlace } from "./list-audit.server";

/** A place as it stands in an address: '1795349000123-42', milliseconds and id. */
export function placeText({ at, id }: AuditPlace): string {
  return `${at.getTime()}-${id}`;
}

/** The place that an address names; null for none, and for what is no place: the list then begins at its start. */
export function placeOf(text: string | null): AuditPlace | null {
  const [, ms, id] = /^(\d{1,15})-(\d{1,18})$/.exec(text ?? "") ?? [];
  return ms && id ? { at: new Date(Number(ms)), id: BigInt(id) } : null;
}
