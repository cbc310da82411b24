import { db } from "./db.server";
import type { AuditPlace } from "./list-audit.server";
import { changesOf, changesText } from "./audit-changes";

const PAGE = 10;

/** An action of staff, as the customer reads it: without names. */
export interface StaffAccess {
  key: string;
  /** Epoch seconds. */
  ts: number;
  /** Role at that time; empty if not recorded. */
  role: string;
  action: string;
  target: string;
  /** The task it concerns, if any. */
  taskName: string | null;
  reason: string;
  /** The change, if the customer may read it. */
  change: string;
  /** Cents added to the balance, or taken if below 0; null for other acts. */
  cents: number | null;
}

interface Stored extends AuditPlace, Omit<StaffAccess, "key" | "ts" | "change" | "cents"> {
  before: unknown;
  after: unknown;
}

/** Acts that change a balance. */
const MONEY = ["balance.adjust", "task.give-back", "top-up.refund"];

/** Fields that the customer may read, for actions whose words do not explain themselves. */
const FIELDS_SHOWN: Record<string, string> = {
  "user.set-role": "role",
  "trial.grant": "days",
  "workspace.show-waiting-key": "shown",
  "workspace.show-tokens": "shown",
};

/**
 * Lists what staff viewed or changed for a tenant, newest first, one page after a place, for as long as the audit is
 * kept.
 */
export async function listStaffAccess({ tenantId, after }: { tenantId: number; after: AuditPlace | null }) {
  const rows = await db.query<Stored>(
    `select r.id, r.at, r.role, r.action, r.target, r.reason, r.before, r.after, task.task_name as "taskName"
     from (select * from audit_row r where r.tenant_id = $1
         and ($2::timestamptz is null or (r.at, r.id) < ($2, $3::bigint))
       order by r.at desc, r.id desc limit ${PAGE + 1}) r
     left join task on task.tenant_id = $1 and task.resv_guid = case
       when r.target ~ '^task:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(r.target, 6)::uuid end
     order by r.at desc, r.id desc`,
    [tenantId, after?.at ?? null, after?.id ?? null],
  );
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return { rows: shown.map(toAccess), next: rows.length > PAGE && last ? { at: last.at, id: last.id } : null };
}

function centsOf(after: unknown): number | null {
  const { cents } = (after ?? {}) as { cents?: unknown };
  return typeof cents === "number" ? cents : null;
}

function toAccess({ id, at, before, after, ...row }: Stored): StaffAccess {
  return {
    ...row,
    key: String(id),
    ts: Math.floor(at.getTime() / 1000),
    change: changesText(changesOf(before, after).filter(({ field }) => field === FIELDS_SHOWN[row.action])),
    cents: MONEY.includes(row.action) ? centsOf(after) : null,
  };
}
