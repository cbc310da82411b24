import type { Tx } from "./db.server";
import { command } from "./announce.server";

interface QueuedMail {
  to: string;
  subject: string;
  text: string;
  /** Queued once per cause. */
  cause: string;
  /** Headers of a mail in a conversation (22.5). */
  thread?: { replyTo: string; messageId: string; follows: readonly string[] };
}

/** Queues a mail in the transaction of its cause; the worker sends it. */
export async function queueMail(tx: Tx, { to, subject, text, cause, thread }: QueuedMail): Promise<void> {
  await tx.query(
    `insert into mail (to_address, subject, text, cause, reply_to, message_id, follows)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (cause) do nothing`,
    [to, subject, text, cause, thread?.replyTo ?? "", thread?.messageId ?? "", thread?.follows ?? []],
  );
  await sendSoon(tx);
}

export const SEND_SOON = { command: "wake", key: "send-mail" } as const;

/** The job runs every minute; a link should arrive sooner. */
export async function sendSoon(tx: Tx): Promise<void> {
  await command(tx, [SEND_SOON]);
}
