import { db, type Queryable } from "~/platform/db.server";
import { CONDITION_COLUMNS } from "./check-rules.server";
import type { Condition, QuietHours, Severity } from "./rule";

/** A rule with its channels. */
export interface RuleRow extends Condition, QuietHours {
  id: number;
  name: string;
  severity: Severity;
  remindMinutes: number | null;
  isOn: boolean;
  /** Why it could not be checked; empty if it was. */
  fault: string;
  firedAt: Date | null;
  channels: { id: number; name: string }[];
  /** Its open alerts. */
  open: number;
}

const RULES = `select r.id, r.name, ${CONDITION_COLUMNS}, r.severity, r.remind_minutes as "remindMinutes",
    r.quiet_from as "quietFrom", r.quiet_to as "quietTo", r.quiet_zone as "quietZone", r.is_on as "isOn", r.fault,
    r.fired_at as "firedAt",
    (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name), '[]')
       from alert_rule_channel rc join alert_channel c on c.id = rc.channel_id and c.deleted_at is null
       where rc.rule_id = r.id) as channels,
    (select count(*) from alert a where a.rule_id = r.id and a.resolved_at is null)::int as open
  from alert_rule r where r.deleted_at is null`;

/** The most rules of an installation. */
export const RULES_MAX = 200;

/** Lists the rules by name. */
export async function listRules(): Promise<RuleRow[]> {
  return await db.query<RuleRow>(`${RULES} order by lower(r.name), r.id`);
}

/** Finds a rule; null if there is none, or it was deleted. */
export async function findRule(
  id: number,
  q: Queryable = db,
  { lock = false }: { lock?: boolean } = {},
): Promise<RuleRow | null> {
  if (lock) await q.query(`select from alert_rule where id = $1 for no key update`, [id]);
  const [row] = await q.query<RuleRow>(`${RULES} and r.id = $1`, [id]);
  return row ?? null;
}
