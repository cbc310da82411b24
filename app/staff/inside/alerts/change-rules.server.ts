import { transaction, type Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/staff/messages";
import { checkRuleFields, type RuleFields, type RuleValues } from "./check-rule-fields";
import { findRule, RULES_MAX } from "./list-rules.server";
import { conditionText } from "./rule";

/** The member of staff who changes something. */
export interface By {
  userId: number;
  requestId: string;
  now: Date;
}

/** Makes a rule, or changes one. What it had opened by another condition ends at the next check. @returns its id. */
export async function saveRule(by: By, given: { ruleId: number | null; fields: RuleFields }): Promise<number> {
  const values = checkRuleFields(given.fields);
  return await transaction(async (tx) => {
    await holdStaffRight(tx, by, "alerts.act");
    // Serializes changes of rules, so that a name is free when it is written.
    await tx.query(`select pg_advisory_xact_lock(hashtext('alert rules'))`);
    const before = given.ruleId === null ? null : await findRule(given.ruleId, tx);
    if (given.ruleId !== null && !before) throw new Refusal(M.notFound, { status: 404 });
    const same = await tx.query(
      `select from alert_rule where name = $1 and deleted_at is null and id is distinct from $2`,
      [values.name, given.ruleId],
    );
    if (same.length > 0) throw Refusal.ofField("name", M.alertRuleName, { status: 422 });
    if (!before) await requireRoom(tx);
    const ruleId = before ? await update(tx, before.id, values, by) : await insert(tx, values, by);
    await setChannels(tx, ruleId, values.channelIds);
    const after = await findRule(ruleId, tx);
    await record(tx, by, before ? "alert.rule-change" : "alert.rule-new", values.name, before, after);
    return ruleId;
  });
}

async function requireRoom(tx: Tx): Promise<void> {
  const [{ rules = 0 } = {}] = await tx.query<{ rules: number }>(
    `select count(*)::int as rules from alert_rule where deleted_at is null`,
  );
  if (rules >= RULES_MAX) throw new Refusal(M.alertTooMany({ n: RULES_MAX, of: "rules" }), { status: 409 });
}

const COLUMNS = `name, figure, comparison, threshold, for_minutes, scope, scope_value, severity, remind_minutes, quiet_from,
  quiet_to, quiet_zone, changed_by, changed_at`;

async function insert(tx: Tx, values: RuleValues, by: By): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into alert_rule (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
    rowOf(values, by),
  );
  if (!row) throw new Error("the rule was not stored");
  return row.id;
}

async function update(tx: Tx, id: number, values: RuleValues, by: By): Promise<number> {
  await tx.query(
    `update alert_rule set (${COLUMNS}) = row($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) where id = $15`,
    [...rowOf(values, by), id],
  );
  return id;
}

function rowOf(values: RuleValues, { userId, now }: By) {
  const { name, figure, comparison, threshold, forMinutes, scope, scopeValue, severity, ...more } = values;
  const { remindMinutes, quietFrom, quietTo, quietZone } = more;
  return [
    ...[name, figure, comparison, threshold, forMinutes, scope, scopeValue, severity],
    ...[remindMinutes, quietFrom, quietTo, quietZone, userId, now],
  ];
}

async function setChannels(tx: Tx, ruleId: number, channelIds: readonly number[]): Promise<void> {
  await tx.query(`delete from alert_rule_channel where rule_id = $1 and not channel_id = any($2::int[])`, [
    ruleId,
    channelIds,
  ]);
  const rows = await tx.query<{ id: number }>(
    `with known as (select id from alert_channel where id = any($2::int[]) and deleted_at is null), added as (
       insert into alert_rule_channel (rule_id, channel_id) select $1, id from known on conflict do nothing)
     select id from known`,
    [ruleId, channelIds],
  );
  if (rows.length < new Set(channelIds).size) throw Refusal.ofField("channels", M.alertChannels, { status: 422 });
}

/** Switches a rule on or off. Off, what it opened ends at the next check. */
export async function switchRule(by: By, { ruleId, isOn }: { ruleId: number; isOn: boolean }): Promise<string> {
  return await transaction(async (tx) => {
    await holdStaffRight(tx, by, "alerts.act");
    const rule = await findRule(ruleId, tx, { lock: true });
    if (!rule) throw new Refusal(M.notFound, { status: 404 });
    if (rule.isOn === isOn) return rule.name;
    await tx.query(`update alert_rule set is_on = $2, changed_by = $3, changed_at = $4 where id = $1`, [
      ...[ruleId, isOn, by.userId, by.now],
    ]);
    await record(tx, by, "alert.rule-change", rule.name, rule, { ...rule, isOn });
    return rule.name;
  });
}

/** Deletes a rule. Its alerts stay in the history; open ones end at the next check. */
export async function deleteRule(by: By, { ruleId }: { ruleId: number }): Promise<string> {
  return await transaction(async (tx) => {
    await holdStaffRight(tx, by, "alerts.act");
    const rule = await findRule(ruleId, tx, { lock: true });
    if (!rule) throw new Refusal(M.notFound, { status: 404 });
    await tx.query(`update alert_rule set deleted_at = $2, changed_by = $3, changed_at = $2 where id = $1`, [
      ...[ruleId, by.now, by.userId],
    ]);
    await record(tx, by, "alert.rule-delete", rule.name, rule, null);
    return rule.name;
  });
}

type Rule = NonNullable<Awaited<ReturnType<typeof findRule>>>;

async function record(tx: Tx, by: By, action: string, name: string, before: Rule | null, after: Rule | null) {
  await writeAudit({ ...by, action, target: `alert-rule:${name}`, before: shown(before), after: shown(after) }, tx);
}

/** The facts of a rule that the audit keeps. */
function shown(rule: Rule | null) {
  if (!rule) return null;
  const { name, severity, remindMinutes, quietFrom, quietTo, quietZone, isOn, channels } = rule;
  const quiet = quietFrom === null ? null : `${quietFrom}–${quietTo ?? ""} ${quietZone}`;
  const tells = channels.map((channel) => channel.name).join(", ");
  return { name, when: conditionText(rule), severity, tells, remindMinutes, quiet, isOn };
}
