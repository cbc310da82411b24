import { telemetrySchema } from "~/fleet/agent-telemetry";
import { minuteOf } from "~/fleet/gather-telemetry";
import { writeTelemetry } from "~/fleet/write-telemetry.server";
import { db } from "~/platform/db.server";
import { addChannel, type ChannelFields } from "~/staff/inside/alerts/change-channels.server";
import { saveRule } from "~/staff/inside/alerts/change-rules.server";
import type { RuleFields } from "~/staff/inside/alerts/check-rule-fields";
import { watchAlerts } from "~/staff/watch-alerts.server";
import { aTenant } from "../../../support/world";

const START_MS = Date.parse("2026-03-01T12:00:00Z");

/** The minute of the tests' hour. */
export function at(minutes: number): Date {
  return new Date(START_MS + minutes * 60_000);
}

/** Checks the rules at each of these minutes, twice: a check that runs again changes nothing. */
export async function watch(from: number, to = from): Promise<void> {
  for (let minute = from; minute <= to; minute += 1) {
    await watchAlerts({ now: at(minute) });
    await watchAlerts({ now: at(minute) });
  }
}

export async function noAlerts(): Promise<void> {
  for (const table of ["alert_cause", "alert", "alert_message", "mail"]) await db.query(`delete from ${table}`);
  await db.query(`update alert_rule set is_on = false`);
  await db.query(`delete from fleet_silence`);
  await db.query(`update node set retired_at = now() where retired_at is null`);
}

/** An operator of the file, made for the first act of one without. */
async function by() {
  const [known] = await db.query<{ id: number }>(
    `select id from user_account where role in ('operator', 'admin') and state = 'active' order by id limit 1`,
  );
  const userId = known?.id ?? (await aTenant({ role: "operator", dollars: 0 })).userId;
  return { userId, requestId: "test", now: at(0) };
}

export async function aRule(given: Partial<RuleFields>): Promise<number> {
  const fields = {
    ...{ name: "Hot", figure: "gpu.temperature", comparison: "above", threshold: "90", for_minutes: "0", scope: "all" },
    ...{ scope_value: "", severity: "warning", remind_minutes: "", quiet_from: "", quiet_to: "", quiet_zone: "" },
    channels: [],
  };
  await db.query(`update alert_rule set deleted_at = now() where name = $1`, [given.name ?? fields.name]);
  return await saveRule(await by(), { ruleId: null, fields: { ...fields, ...given } });
}

export async function aChannel(given: Partial<ChannelFields>): Promise<{ channelId: number; secret: string | null }> {
  const fields = { name: "Chat", kind: "slack", target: "", hourly_max: "20", ...given };
  await db.query(`update alert_channel set deleted_at = now() where name = $1`, [fields.name]);
  return await addChannel(await by(), fields);
}

/** The channel of mail to all operators and admins, which an installation has from the start. */
export async function theMailChannel(): Promise<string> {
  const [row] = await db.query<{ id: number }>(`select id from alert_channel where name = 'Operators and admins'`);
  return String(row?.id);
}

export async function switchOn(...names: string[]): Promise<void> {
  await db.query(`update alert_rule set is_on = true where name = any($1::text[])`, [names]);
}

/** A report of temperatures of a node's GPUs, as of the minute before. */
export async function temperatures(nodeId: number, minute: number, celsius: readonly number[]): Promise<void> {
  const telemetry = telemetrySchema.parse({ gpu_temp_c: celsius });
  const sysinfo = { mem_mb: 1000, mem_free: 500, disk_free: 500 };
  await writeTelemetry([minuteOf({ nodeId, telemetry, sysinfo, at: at(minute) })]);
}

export async function mails(): Promise<string[]> {
  return (await db.query<{ subject: string }>(`select subject from mail order by id`)).map(({ subject }) => subject);
}

/** Rule, cluster, number of causes and state of each alert. */
export async function alerts(): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    `select rule_name || ', ' || cluster || ': ' || (select count(*) from alert_cause c where c.alert_id = a.id)
       || case when resolved_at is null then '' else ', over' end as text from alert a order by id`,
  );
  return rows.map(({ text }) => text);
}
