import { announce } from "~/platform/announce.server";
import { db, transaction, type Tx } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { groupBy } from "~/platform/group-by";
import { isFigure } from "./figures";
import { isEmpty, judgeRule, type OpenCause } from "./judge-rule";
import { SampleReader } from "./read-samples.server";
import type { Condition, Sample, Severity } from "./rule";

/** A rule that is checked: on, or off with something that is still open. */
export interface CheckedRule extends Condition {
  id: number;
  name: string;
  severity: Severity;
  isOn: boolean;
  fault: string;
}

export const CONDITION_COLUMNS = `r.figure, r.comparison, r.threshold, r.for_minutes as "forMinutes", r.scope,
  r.scope_value as "scopeValue"`;

const FAULT_MAX = 300;

/** Checks every rule against the figures of now. A rule that fails does not stop the others, and says so on its screen. */
export async function checkRules({ now }: { now: Date }): Promise<void> {
  const rules = await db.query<CheckedRule>(
    `select r.id, r.name, ${CONDITION_COLUMNS}, r.severity, r.is_on and r.deleted_at is null as "isOn", r.fault
     from alert_rule r
     where r.is_on and r.deleted_at is null
       or exists (select from alert_cause c where c.rule_id = r.id and c.resolved_at is null) order by r.id`,
  );
  const causes = groupBy(await readOpenCauses(db), ({ ruleId }) => ruleId);
  // A cluster that is silent as a whole is one cause, unless no rule watches that.
  const foldsSilence = rules.some(({ figure, isOn, scope }) => figure === "cluster.silent" && isOn && scope === "all");
  const reader = new SampleReader({ now, foldsSilence });
  await forEach(rules, async (rule) => {
    try {
      const samples = rule.isOn && isFigure(rule.figure) ? await reader.read(rule.figure) : [];
      if (!isEmpty(judgeRule(rule, samples, causes.get(rule.id) ?? [], now))) await apply(rule, samples, now);
      if (rule.fault !== "") await keepFault(rule, "");
    } catch (error) {
      await keepFault(rule, error instanceof Error ? error.message : String(error));
      throw error;
    }
  });
}

type StoredCause = OpenCause & { ruleId: number };

async function readOpenCauses(q: Pick<Tx, "query">, ruleId: number | null = null): Promise<StoredCause[]> {
  return await q.query<StoredCause>(
    `select id, rule_id as "ruleId", cause, cluster, value, since, opened_at as "openedAt" from alert_cause
     where resolved_at is null and ($1::int is null or rule_id = $1) order by id`,
    [ruleId],
  );
}

/** Judges again under the rule's lock and writes the verdict: two checks at once write it once. */
async function apply(rule: CheckedRule, samples: readonly Sample[], now: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx.query(`select from alert_rule where id = $1 for no key update`, [rule.id]);
    const { begin, drop, end, changed } = judgeRule(rule, samples, await readOpenCauses(tx, rule.id), now);
    if (drop.length > 0) await tx.query(`delete from alert_cause where id = any($1::bigint[])`, [drop]);
    if (end.length > 0)
      await tx.query(`update alert_cause set resolved_at = $2 where id = any($1::bigint[])`, [end, now]);
    if (changed.length > 0)
      await tx.query(
        `update alert_cause c set value = given.value from unnest($1::bigint[], $2::float8[]) as given(id, value)
         where c.id = given.id`,
        [changed.map(({ id }) => id), changed.map(({ value }) => value)],
      );
    if (begin.length > 0)
      await tx.query(
        `insert into alert_cause (rule_id, cause, cluster, label, value, since)
         select $1, given.cause, given.cluster, given.label, given.value, $6
         from unnest($2::text[], $3::text[], $4::text[], $5::float8[]) as given(cause, cluster, label, value)
         on conflict (rule_id, cause) where resolved_at is null do nothing`,
        [
          rule.id,
          begin.map(({ cause }) => cause),
          begin.map(({ cluster }) => cluster),
          begin.map(({ label }) => label),
          begin.map(({ value }) => value),
          now,
        ],
      );
    const hasOpened = await openDue(tx, rule, now);
    const over = await tx.query(
      `update alert set resolved_at = $2 where rule_id = $1 and resolved_at is null
         and not exists (select from alert_cause c where c.alert_id = alert.id and c.resolved_at is null) returning 1`,
      [rule.id, now],
    );
    if (hasOpened || over.length > 0) await announce(tx, [{ entity: "stats", key: "stats" }]);
  });
}

/** SQL: cause `c` of the rule $1 has held for the minutes $3 at the time $2, and is not open yet. */
const IS_DUE = `c.rule_id = $1 and c.resolved_at is null and c.opened_at is null
  and c.since <= $2::timestamptz - $3 * interval '1 minute'`;

/** Opens the causes that have held for long enough, each in the alert of its cluster. @returns whether there were some. */
async function openDue(tx: Tx, { id, name, figure, severity, forMinutes }: CheckedRule, now: Date): Promise<boolean> {
  const due = await tx.query<{ cluster: string }>(`select distinct cluster from alert_cause c where ${IS_DUE}`, [
    id,
    now,
    forMinutes,
  ]);
  if (due.length === 0) return false;
  const clusters = due.map(({ cluster }) => cluster);
  await tx.query(
    `insert into alert (rule_id, rule_name, figure, severity, cluster, opened_at)
     select $1, $2, $3, $4, given.cluster, $6 from unnest($5::text[]) as given(cluster)
     on conflict (rule_id, cluster) where resolved_at is null do nothing`,
    [id, name, figure, severity, clusters, now],
  );
  await tx.query(
    `update alert_cause c set opened_at = $2, alert_id = a.id from alert a
     where ${IS_DUE} and a.rule_id = $1 and a.cluster = c.cluster and a.resolved_at is null`,
    [id, now, forMinutes],
  );
  await tx.query(`update alert_rule set fired_at = $2 where id = $1`, [id, now]);
  return true;
}

async function keepFault({ id }: CheckedRule, fault: string): Promise<void> {
  await db.query(`update alert_rule set fault = $2 where id = $1 and fault <> $2`, [id, fault.slice(0, FAULT_MAX)]);
}
