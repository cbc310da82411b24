import type pg from "pg";
import { exists } from "./session";

/** A distance that no leader can have covered since the backup; see `renew`. */
const AHEAD = 1_000_000;
/** SQL for `desired_moment()`, which an older backup lacks: above every version issued since. */
const MOMENT = `floor(extract(epoch from clock_timestamp() - timestamptz '2020-01-01 00:00:00Z'))::integer`;

/**
 * SQL that skips the time from $1, the backup, to $2, its restore: the state of volumes then is unknown. They cost
 * nothing for that time, and an unpaid one keeps its remaining days (17.3, 17.4). Costs unposted at the backup are
 * still owed, shifted by that time.
 */
const PASS_OVER = `update volume set charged_to = charged_to + gone, warned_at = warned_at + gone,
    state_at = case when state = 'unpaid' then state_at + gone else state_at end
  from (select make_interval(secs => greatest(0, floor(extract(epoch from $2::timestamptz - $1::timestamptz)))) as gone) passed
  where state in ('kept', 'unpaid')`;

/**
 * SQL by table: orders that were not yet sent to the provider at the backup may have been sent since. They count as sent,
 * so that none goes out a second time once the provider has forgotten its key.
 */
const MAYBE_SENT = {
  card_refund: "update card_refund set first_asked_at = coalesce(first_asked_at, ordered_at) where state = 'ordered'",
  usage_report: "update usage_report set asked_at = coalesce(asked_at, created_at) where state = 'unsent'",
};

/**
 * SQL that lets automatic top-ups rest for an hour from $1: what they charged since the backup is credited only once it
 * is fetched from the provider, and would be charged again. Without declines it is a rest of this kind.
 */
const REST = `update auto_top_up set state = 'resting', try_after = greatest(try_after, $1::timestamptz + interval '1 hour'),
    message = case when state = 'watching' then 'Millrace was restored from a backup and first looks for your payments since.'
      else message end
  where state in ('watching', 'resting')`;

/**
 * SQL: forgets readings of the provider that lie ahead of the backup ($1) or the restore ($2). The clock was wrong then, so
 * nobody knows since when payments are missing: the next reading begins with the first customer.
 */
const NOT_ASKED =
  "update reconcile_check set answered_at = null where answered_at > least($1::timestamptz, $2::timestamptz)";

/** SQL for the end of an access: now, at the latest by the database's clock, which counts (decision 0490). */
const ENDS = "least($1::timestamptz, clock_timestamp())";

/**
 * SQL by table that ends at $1 what admits somebody once, or for a while: since the backup it may have been ended, used,
 * stopped or withdrawn. Each of these is easily asked for again.
 */
const MAYBE_ENDED = {
  session: `update session set expires_at = ${ENDS} where expires_at > ${ENDS}`,
  pending_login: `update pending_login set expires_at = ${ENDS} where expires_at > ${ENDS}`,
  device_login: `update device_login set expires_at = ${ENDS} where expires_at > ${ENDS}`,
  mail_link: `update mail_link set expires_at = ${ENDS} where kind = 'reset' and expires_at > ${ENDS}`,
  email_change: `update email_change set confirm_until = ${ENDS} where confirm_until > ${ENDS}`,
  invitation: `update invitation set expires_at = ${ENDS} where expires_at > ${ENDS}`,
  enrolment_token: `update enrolment_token set expires_at = ${ENDS} where expires_at > ${ENDS}`,
};

/**
 * Marks a restored database (A38). Its new epoch shows agents that versions since the backup are void; older agents
 * know no epochs and follow the larger version. Logins, links for a new password and open ports of that time may have been ended
 * since, so users log in again and ask for links and ports again.
 */
export async function renew(
  client: pg.Client,
  { madeAt, withoutSecret, now }: { madeAt: string; withoutSecret: boolean; now: Date },
): Promise<void> {
  // A database from before epochs gets its first one when it is migrated.
  if (await exists(client, "installation")) await client.query("update installation set epoch = gen_random_uuid()");
  // The next start accepts any secret. An older database gets the empty column when it is migrated.
  if (withoutSecret && (await exists(client, "installation", "secret_fingerprint")))
    await client.query("update installation set secret_fingerprint = null");
  // Removes all leaders. A process that led since the backup has a lower number than the next leader.
  const passed = "update job_lease set fence = fence + $1, expires_at = clock_timestamp()";
  if (await exists(client, "job_lease")) await client.query(passed, [AHEAD]);
  await client.query(`update node set desired_version = greatest(desired_version + 1, ${MOMENT})`);
  await client.query(
    `update placement p set desired_version = node.desired_version from node
     where node.id = p.node_id and p.ended_at is null`,
  );
  // Outages since the backup are unknown, so open outages end at the backup and the status page starts over.
  if (await exists(client, "service_part")) {
    await client.query("update service_outage set ended_at = greatest(began_at, $1) where ended_at is null", [madeAt]);
    await client.query("delete from service_part");
  }
  if (await exists(client, "volume")) await client.query(PASS_OVER, [madeAt, now]);
  for (const [table, mark] of Object.entries(MAYBE_SENT)) if (await exists(client, table)) await client.query(mark);
  if (await exists(client, "auto_top_up")) await client.query(REST, [now]);
  if (await exists(client, "reconcile_check", "answered_at")) await client.query(NOT_ASKED, [madeAt, now]);
  // A port closed since the backup, or a token replaced since, would admit its holders again. Customers open them
  // again.
  for (const table of ["task_port", "task_door"])
    if (await exists(client, table)) await client.query(`delete from ${table}`);
  for (const [table, end] of Object.entries(MAYBE_ENDED))
    if (await exists(client, table)) await client.query(end, [now]);
  await client.query(
    `insert into audit_row (action, target, after, at) values ('database.restore', 'database', $1, $2)`,
    [JSON.stringify({ made_at: madeAt }), now],
  );
}
