import { type Change, changesOf } from "~/platform/audit-changes";
import type { AuditRecord } from "~/platform/list-audit.server";
import { targetPath } from "./target-path.server";

/** Texts may be pages long; the file holds them in full. */
const VALUE_MAX = 160;

/** A row for screens. */
export type AuditView = ReturnType<typeof auditView>;

export function auditView(record: AuditRecord) {
  const { id, at, number, userId, name, email, role, tenantName, action, target, reason, before, after } = record;
  return {
    ...{ id: String(id), number: number === null ? null : Number(number), ts: Math.floor(at.getTime() / 1000) },
    who: userId === null ? null : { userId, name: name ?? `user:${userId}`, email, role },
    ...{ tenantName, action, target, targetPath: targetPath(target), reason },
    changes: changesOf(before, after).map(shortened),
  };
}

function shortened({ field, before, after }: Change): Change {
  return { field, before: cut(before), after: cut(after) };
}

function cut(text: string | null): string | null {
  return text && text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
}
