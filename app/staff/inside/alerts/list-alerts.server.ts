import { db } from "~/platform/db.server";
import type { ToldAlert } from "./alert-words";
import type { Severity } from "./rule";
import { readTold } from "./tell-channels.server";

export interface AlertFilter {
  /** Empty: all. */
  severity: Severity | "";
  /** Null: of all rules. */
  ruleId: number | null;
  /** False: without alerts about money. */
  seesMoney: boolean;
}

/** An alert with who acknowledged it. */
export interface AlertRow extends ToldAlert {
  ruleId: number;
  acknowledgedAt: Date | null;
  acknowledgedBy: string | null;
  note: string;
}

const COLUMNS = `a.id, a.rule_id as "ruleId", a.acknowledged_at as "acknowledgedAt", coalesce(u.name, '') as "acknowledgedBy",
  a.note from alert a left join user_account u on u.id = a.acknowledged_by`;
const FILTER = `($1 = '' or a.severity = $1) and ($2::int is null or a.rule_id = $2)
  and ($3::boolean or not starts_with(a.figure, 'money.'))`;
const WORST_FIRST = `array_position(array['critical', 'warning', 'info'], a.severity), a.opened_at, a.id`;
/** Open alerts that are listed: there is one for each rule and cluster. */
const OPEN_MAX = 500;

type Own = Omit<AlertRow, keyof ToldAlert> & { id: number };

/** Lists the open alerts, worst first, then the oldest. */
export async function listOpenAlerts({ severity, ruleId, seesMoney }: AlertFilter): Promise<AlertRow[]> {
  const rows = await db.query<Own>(
    `select ${COLUMNS} where a.resolved_at is null and ${FILTER} order by ${WORST_FIRST} limit ${OPEN_MAX}`,
    [severity, ruleId, seesMoney],
  );
  return await withCauses(rows);
}

export async function countPastAlerts({ severity, ruleId, seesMoney }: AlertFilter): Promise<number> {
  const [row] = await db.query<{ alerts: number }>(
    `select count(*)::int as alerts from alert a where a.resolved_at is not null and ${FILTER}`,
    [severity, ruleId, seesMoney],
  );
  return row?.alerts ?? 0;
}

/** Lists alerts that are over, the last one first. */
export async function listPastAlerts(
  { severity, ruleId, seesMoney }: AlertFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<AlertRow[]> {
  const rows = await db.query<Own>(
    `select ${COLUMNS} where a.resolved_at is not null and ${FILTER} order by a.resolved_at desc, a.id desc limit $4 offset $5`,
    [severity, ruleId, seesMoney, limit, offset],
  );
  return await withCauses(rows);
}

/** Lists alerts by their number, newest first, for files: those before `before`. */
export async function listAlertsBefore(
  { severity, ruleId, seesMoney }: AlertFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<AlertRow[]> {
  const rows = await db.query<Own>(
    `select ${COLUMNS} where ($4::int is null or a.id < $4) and ${FILTER} order by a.id desc limit $5`,
    [severity, ruleId, seesMoney, before, limit],
  );
  return await withCauses(rows);
}

/** Finds an alert; null if there is none. */
export async function findAlert(id: number): Promise<AlertRow | null> {
  const [alert] = await withCauses(await db.query<Own>(`select ${COLUMNS} where a.id = $1`, [id]));
  return alert ?? null;
}

async function withCauses(rows: Own[]): Promise<AlertRow[]> {
  const told = new Map(
    (
      await readTold(
        db,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  return rows.flatMap((row) => {
    const alert = told.get(row.id);
    return alert ? [{ ...alert, ...row, acknowledgedBy: row.acknowledgedAt ? row.acknowledgedBy : null }] : [];
  });
}

export interface CauseRow {
  cause: string;
  label: string;
  value: number;
  since: Date;
  resolvedAt: Date | null;
}

/** Lists an alert's causes: open ones first, by name. */
export async function listCauses(alertId: number, { offset, limit }: { offset: number; limit: number }) {
  const rows = await db.query<CauseRow & { total: number }>(
    `select cause, label, value, since, resolved_at as "resolvedAt", (count(*) over ())::int as total from alert_cause
     where alert_id = $1 order by resolved_at desc nulls first, label, id limit $2 offset $3`,
    [alertId, limit, offset],
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export interface SentMessage {
  id: string;
  kind: string;
  channel: string;
  state: "waiting" | "sent" | "failed";
  at: Date;
  error: string;
}

const MESSAGES_MAX = 50;

/** Lists the last messages about an alert alone, newest first. */
export async function listMessages(alertId: number): Promise<SentMessage[]> {
  return await db.query<SentMessage>(
    `select m.id::text as id, m.kind, c.name as channel, m.state, coalesce(m.sent_at, m.created_at) as at, m.error
     from alert_message m join alert_channel c on c.id = m.channel_id where m.alert_id = $1 order by m.id desc limit ${MESSAGES_MAX}`,
    [alertId],
  );
}

export interface OpenAlert {
  id: number;
  figure: string;
  cluster: string;
  severity: Severity;
  isAcknowledged: boolean;
}

/** Lists all open alerts without their causes, for the dashboard. */
export async function listOpenBriefly(): Promise<OpenAlert[]> {
  return await db.query<OpenAlert>(
    `select id, figure, cluster, severity, acknowledged_at is not null as "isAcknowledged" from alert
     where resolved_at is null order by id`,
  );
}

/** A rule for the filter of the list. */
export async function listRuleNames(): Promise<{ id: number; name: string }[]> {
  return await db.query<{ id: number; name: string }>(
    `select id, name from alert_rule where deleted_at is null order by lower(name), id`,
  );
}
