import { db } from "~/platform/db.server";

const KEEP_MS = 90 * 86_400_000;

/** Deletes payloads of old processed events (A30); their ids stay, so that none is processed twice. */
export async function pruneWebhookPayloads({ now }: { now: Date }): Promise<void> {
  await db.query(
    `update webhook_event set payload = '{}'
     where case when payload <> '{}' then received_at end < $1 and state <> 'received'`,
    [new Date(now.getTime() - KEEP_MS)],
  );
}
