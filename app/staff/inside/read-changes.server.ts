import { listIncidents } from "~/compute/list-incidents.server";
import { changesOf, changesText, valuesText } from "~/platform/audit-changes";
import { DRAIN_MODES } from "~/fleet/node-health";
import { db } from "~/platform/db.server";
import { utcDateTime } from "~/platform/utc-text";

/** Something that changed. `target` is an audit's, such as `node:fra1-gpu-07`, and `name` is what people call it. */
export interface Changed {
  at: Date;
  /** An audit's action, `sign-up`, or the state that a task came into. */
  what: string;
  target: string;
  name: string;
  detail: string;
}

/**
 * The newest changes since `from`: acts of staff except in the inbox, planned prices that took effect, sign-ups, and tasks in an incident or
 * lost. Acts about other things than machines and prices are on the audit, which is for admins (A21): `withAudit`.
 */
export async function readChanges(asked: { from: Date; limit: number; withAudit: boolean }): Promise<Changed[]> {
  const { from, limit, withAudit } = asked;
  const [acts, signUps, incidents] = await Promise.all([
    db.query<Act>(
      `select r.at, r.action, r.target, r.reason, r.before, r.after, n.tenant_name as "tenantName",
         (select t.task_name from task t where t.resv_guid = substring(r.target from '^task:(.*)')::uuid) as "taskName",
         (select u.name from user_account u where u.id = substring(r.target from '^user:([0-9]+)$')::int) as "userName",
         (select d.name from rolling_drain d where d.id = substring(r.target from '^rolling-drain:([0-9]+)$')::int) as "planName"
       from audit_row r left join tenant n on n.id = r.tenant_id
       where r.at >= $1 and (r.role not in ('customer', '') or r.action = 'price.apply')
         and r.action !~ '(view|show|show-tokens|show-waiting-key|vote|download)$|^inbox'
         and ($3::boolean or r.action ~ '^(node|price|gpu-type|cluster|engine|image)\\.' and r.action <> 'node.cost')
       order by r.at desc, r.id desc limit $2`,
      [from, limit, withAudit],
    ),
    db.query<{ at: Date; id: number; name: string }>(
      `select created_at as at, id, name from user_account where role = 'customer' and created_at >= $1
       order by created_at desc, id desc limit $2`,
      [from, limit],
    ),
    listIncidents({ from, limit }),
  ]);
  return [
    ...acts.map(({ at, action, target, reason, before, after, tenantName, taskName, userName, planName }) => ({
      ...{ at, what: action },
      // A task has no staff screen, so its customer's is the target.
      target: taskName === null || tenantName === null ? target : `tenant:${tenantName}`,
      name: taskName ?? userName ?? planName ?? target.slice(target.indexOf(":") + 1),
      detail:
        action === "node.drain" ? modesText(before, after) : reason || withTimes(changesText(changesOf(before, after))),
    })),
    ...signUps.map(({ at, id, name }) => ({ at, what: "sign-up", target: `user:${id}`, name, detail: "" })),
    ...incidents.rows.map(({ at, state, taskName, tenantName, nodes }) => ({
      ...{ at, what: state, target: `tenant:${tenantName}`, name: taskName },
      detail: [tenantName, ...nodes].join(", "),
    })),
  ]
    .filter(({ at }) => at >= from)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, limit);
}

/** Writes the ISO times of a change as people read them. */
function withTimes(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (iso) => utcDateTime(new Date(iso)));
}

interface Act {
  at: Date;
  action: string;
  target: string;
  reason: string;
  before: unknown;
  after: unknown;
  tenantName: string | null;
  taskName: string | null;
  userName: string | null;
  planName: string | null;
}

/** 'Norm → Drain' */
function modesText(before: unknown, after: unknown): string {
  const name = (values: unknown) => DRAIN_MODES[Number((values as { drain?: unknown } | null)?.drain)] ?? null;
  return valuesText({ before: name(before), after: name(after) });
}
