import type { AuditPlace } from "./list-audit.server";

/** A place as text for a URL: '1795349000123-42', milliseconds and id. */
export function placeText({ at, id }: AuditPlace): string {
  return `${at.getTime()}-${id}`;
}

/** Parses the place in a URL; null, the start of the list, for no or an invalid place. */
export function placeOf(text: string | null): AuditPlace | null {
  const [, ms, id] = /^(\d{1,15})-(\d{1,18})$/.exec(text ?? "") ?? [];
  return ms && id ? { at: new Date(Number(ms)), id: BigInt(id) } : null;
}
