import type { Answered } from "~/accounts/post-webhook.server";
import { assertStillLeads, db, transaction } from "~/platform/db.server";
import type { Content } from "./inside/alerts/alert-words";
import type { ChannelKind } from "./inside/alerts/channel-bodies";
import { post, type PostOptions } from "./inside/alerts/post-message.server";

/** Messages that are sent at a time. */
const AT_ONCE = 50;
/** Minutes until the next try, after each failed one. */
const WAIT_MINUTES = [1, 2, 4, 8, 15, 30, 60, 120];
/** Seconds for which a message that is being sent is left alone: longer than an answer may take. */
const CLAIM_SECONDS = 60;

interface Claimed {
  id: bigint;
  channelId: number;
  kind: ChannelKind;
  secret: string | null;
  signingSecret: string | null;
  content: Content;
  attempts: number;
}

/**
 * Sends the messages of channels other than mail, outside any transaction. Messages about one alert follow each other,
 * and so do those about several, so that no end overtakes its beginning. After a crash a message is sent again: at least once.
 */
export async function sendAlerts({ now, options = {} }: { now: Date; options?: PostOptions }): Promise<void> {
  for (let claimed = await claim(now); claimed.length > 0; claimed = await claim(now)) {
    await assertStillLeads();
    const results = await Promise.all(
      claimed.map(async (one) => ({ one, answered: await post({ ...one, messageId: String(one.id), now, options }) })),
    );
    for (const { one, answered } of results) await record(one, answered, now);
  }
}

async function claim(now: Date): Promise<Claimed[]> {
  return await db.query<Claimed>(
    `update alert_message m set attempts = m.attempts + 1, try_after = $1::timestamptz + interval '${CLAIM_SECONDS} seconds'
     from alert_channel c
     where c.id = m.channel_id and m.id in (
       select id from alert_message w where state = 'waiting' and try_after <= $1
         and not exists (select from alert_message e where e.alert_id is not distinct from w.alert_id
           and e.channel_id = w.channel_id and e.id < w.id and e.state = 'waiting')
       order by id limit ${AT_ONCE} for update skip locked)
     returning m.id, c.id as "channelId", c.kind, c.secret, c.signing_secret as "signingSecret", m.content, m.attempts`,
    [now],
  );
}

async function record(
  { id, channelId, attempts }: Claimed,
  { error }: Pick<Answered, "error">,
  now: Date,
): Promise<void> {
  const wait = WAIT_MINUTES[attempts - 1];
  await transaction(async (tx) => {
    if (error === "")
      await tx.query(`update alert_message set state = 'sent', sent_at = $2, error = '' where id = $1`, [id, now]);
    else
      await tx.query(
        `update alert_message set error = $2, state = case when $3::int is null then 'failed' else 'waiting' end,
           try_after = $4::timestamptz + coalesce($3, 0) * interval '1 minute' where id = $1 and state = 'waiting'`,
        [id, error, wait ?? null, now],
      );
    await keepAnswer(tx, { channelId, error, now });
  });
}

/** Keeps whether a channel accepts messages. */
export async function keepAnswer(
  q: Pick<typeof db, "query">,
  { channelId, error, now }: { channelId: number; error: string; now: Date },
): Promise<void> {
  await q.query(
    `update alert_channel set error = $2, sent_at = case when $2 = '' then $3 else sent_at end,
       failing_since = case when $2 = '' then null else coalesce(failing_since, $3) end where id = $1`,
    [channelId, error, now],
  );
}
