import { command } from "~/platform/announce.server";
import { db, type Queryable, transaction, type Tx } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { groupBy } from "~/platform/group-by";
import { ownUrl } from "~/platform/own-url.server";
import { HAS_RIGHT } from "~/platform/staff-rights";
import { sendSoon } from "~/platform/queue-mail.server";
import { CAUSES_NAMED, type Content, contentOf, digestEnd, type ToldAlert } from "./alert-words";
import { type ChannelKind, mailText } from "./channel-bodies";
import { dueKind, planMessages, type Planned, type Telling } from "./plan-messages";

const HOUR_MS = 3_600_000;
const SEND_ALERTS_SOON = { command: "wake", key: "send-alerts" } as const;

type Row = Telling & { channelId: number };

/**
 * Writes the messages that channels should get now. What each was told is in the database, in the transaction of the
 * message, so nothing is told twice; a channel that fails does not stop the others.
 */
export async function tellChannels({ now }: { now: Date }): Promise<void> {
  const due = (await readTellings(db, null)).filter((row) => dueKind(row, now) !== null);
  await forEach(groupBy(due, ({ channelId }) => channelId).keys(), (channelId) => tell(channelId, now));
}

/** Alerts that are open and their channels, and alerts that are over and channels that were not told so. */
async function readTellings(q: Queryable, channelId: number | null): Promise<Row[]> {
  return await q.query<Row>(
    `select a.id as "alertId", pair.channel_id as "channelId", a.severity, a.opened_at as "openedAt",
       a.resolved_at as "resolvedAt", a.acknowledged_at is not null as "isAcknowledged", r.remind_minutes as "remindMinutes",
       coalesce((select max(c.opened_at) from alert_cause c where c.alert_id = a.id), a.opened_at) as "newestAt",
       pair.last_at as "lastAt", pair.over_at as "overAt",
       r.quiet_from as "quietFrom", r.quiet_to as "quietTo", r.quiet_zone as "quietZone"
     from (
       select a.id as alert_id, rc.channel_id, t.last_at, t.over_at from alert a
       join alert_rule_channel rc on rc.rule_id = a.rule_id
       left join alert_told t on t.alert_id = a.id and t.channel_id = rc.channel_id where a.resolved_at is null
       union all
       select t.alert_id, t.channel_id, t.last_at, t.over_at from alert_told t
       join alert a on a.id = t.alert_id and a.resolved_at is not null where t.over_at is null
     ) pair join alert a on a.id = pair.alert_id join alert_rule r on r.id = a.rule_id
     join alert_channel ch on ch.id = pair.channel_id and ch.deleted_at is null
     where $1::int is null or ch.id = $1 order by a.id`,
    [channelId],
  );
}

interface Channel {
  id: number;
  kind: ChannelKind;
  address: string;
  hourlyMax: number;
}

async function tell(channelId: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [channel] = await tx.query<Channel>(
      `select id, kind, address, hourly_max as "hourlyMax" from alert_channel where id = $1 and deleted_at is null
       for no key update`,
      [channelId],
    );
    if (!channel) return;
    const [{ sent = 0 } = {}] = await tx.query<{ sent: number }>(
      `select count(*)::int as sent from alert_message where channel_id = $1 and created_at > $2`,
      [channelId, new Date(now.getTime() - HOUR_MS)],
    );
    const forPrograms = channel.kind === "pagerduty" || channel.kind === "webhook";
    const room = channel.hourlyMax - sent;
    const planned = planMessages(await readTellings(tx, channelId), { room, forPrograms, now });
    const ids = planned.flatMap(({ tellings }) => tellings.map(({ alertId }) => alertId));
    const alerts = new Map((await readTold(tx, ids)).map((one) => [one.id, one]));
    for (const one of planned) await write(tx, channel, one, alerts, now);
    if (channel.kind === "pagerduty") await endDigest(tx, channel, now);
  });
}

/** Ends PagerDuty's incident of several alerts with the last of them; each alert's own end does not. */
async function endDigest(tx: Tx, channel: Channel, now: Date): Promise<void> {
  const ended = await tx.query(
    `update alert_told set in_digest = false where channel_id = $1 and in_digest and not exists (
       select from alert_told t where t.channel_id = $1 and t.in_digest and t.over_at is null) returning 1`,
    [channel.id],
  );
  if (ended.length > 0) await queueMessage(tx, channel, null, digestEnd(channel.id, now), now);
}

async function write(
  tx: Tx,
  channel: Channel,
  { kind, tellings }: Planned,
  alerts: ReadonlyMap<number, ToldAlert>,
  now: Date,
): Promise<void> {
  const told = tellings.flatMap(({ alertId }) => alerts.get(alertId) ?? []);
  await queueMessage(
    tx,
    channel,
    told.length === 1 ? (told[0]?.id ?? null) : null,
    contentOf(kind, told, channel.id, now),
    now,
  );
  await tx.query(
    `insert into alert_told (alert_id, channel_id, last_at, over_at, in_digest)
     select a.id, $2, $3, case when a.resolved_at is not null then $3::timestamptz end, $4 from alert a where a.id = any($1::int[])
     on conflict (alert_id, channel_id) do update set over_at = excluded.over_at,
       in_digest = alert_told.in_digest or excluded.in_digest,
       last_at = case when excluded.over_at is null then excluded.last_at else alert_told.last_at end`,
    [told.map(({ id }) => id), channel.id, now, kind === "digest"],
  );
}

/** Queues a message. Mail goes to the table of mails, with the message as its cause; the rest is sent by `send-alerts`. */
export async function queueMessage(
  tx: Tx,
  { id, kind, address }: Pick<Channel, "id" | "kind" | "address">,
  alertId: number | null,
  content: Content,
  now: Date,
): Promise<void> {
  const isMail = kind === "mail";
  const [message] = await tx.query<{ id: bigint }>(
    `insert into alert_message (channel_id, alert_id, kind, content, created_at, try_after, state, sent_at)
     values ($1, $2, $3, $4, $5, $5, case when $6 then 'sent' else 'waiting' end, case when $6 then $5::timestamptz end)
     returning id`,
    [id, alertId, content.kind, JSON.stringify(content), now, isMail],
  );
  if (!isMail) return await command(tx, [SEND_ALERTS_SOON]);
  await tx.query(
    `insert into mail (to_address, subject, text, cause)
     select given.email, $2, $3, $4 || ':' || given.email from (
       select $1 as email where $1 <> ''
       union all
       select u.email from user_account u
       where $1 = '' and ${HAS_RIGHT("alerts.act")} and u.state = 'active' and u.email is not null
     ) given on conflict (cause) do nothing`,
    [address, content.title, mailText(content, ownUrl(content.path)), `alert:${String(message?.id)}`],
  );
  await tx.query(`update alert_channel set sent_at = $2 where id = $1`, [id, now]);
  await sendSoon(tx);
}

/** Reads alerts with the first of their causes: of open ones those that are open, of others all. */
export async function readTold(q: Queryable, ids: readonly number[]): Promise<ToldAlert[]> {
  if (ids.length === 0) return [];
  return await q.query<ToldAlert>(
    `select a.id, a.rule_name as rule, a.figure, a.severity, a.cluster, a.opened_at as "openedAt", a.resolved_at as "resolvedAt",
       named.total, named.causes
     from alert a, lateral (
       select count(*)::int as total,
         coalesce(json_agg(json_build_object('label', label, 'value', value) order by place) filter (where place <= $2), '[]') as causes
       from (select label, value, row_number() over (order by label, id) as place from alert_cause c
         where c.alert_id = a.id and (c.resolved_at is null or a.resolved_at is not null)) own
     ) named where a.id = any($1::int[])`,
    [ids, CAUSES_NAMED],
  );
}
