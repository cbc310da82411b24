import { transaction } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { M } from "~/site/messages";
import { Refusal } from "~/platform/refusal";
import { lastingLimit } from "~/platform/lasting-limit.server";
import { env } from "~/platform/env.server";
import { addCustomerMessage, joinOrOpen } from "../inbox/add-message.server";
import { pageAddress } from "./page-address";

const HOUR_S = 3_600;

/** Limits feedback and contact by network address (0.9). */
const limit = lastingLimit({
  prefix: "feedback",
  points: env.RATE_FEEDBACK_PER_HOUR,
  durationS: HOUR_S,
  refusal: (seconds) =>
    new Refusal(M.tooManyRequests({ seconds }), { status: 429, headers: { "Retry-After": String(seconds) } }),
});

export interface GivenFeedback {
  kind: "chat" | "contact";
  /** The account of a sender who is logged in, and its name. */
  sender?: { userId: number; name: string };
  name?: string;
  email: string;
  message: string;
  /** The page it was written on. */
  url?: string;
}

/** Stores feedback in the inbox (22.1), and for its target; the worker delivers it there as soon as it can (2.4). */
export async function takeFeedback(given: { feedback: GivenFeedback; ip: string; now: Date }): Promise<void> {
  const { feedback, ip, now } = given;
  await limit.consume(ip);
  const { kind, sender, name = "", email, message } = feedback;
  const url = pageAddress(feedback.url ?? "");
  const { userId = null } = sender ?? {};
  await transaction(async (tx) => {
    const conversationId = await joinOrOpen(tx, {
      sender: { userId, email, name: name || (sender?.name ?? "") },
      ...{ source: kind, subject: message, now },
    });
    if (!(await addCustomerMessage(tx, { conversationId, text: message, authorId: userId, url, now }))) return;
    await tx.query(
      `insert into feedback (kind, name, email, message, url, created_at, try_after)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      [kind, name, email, message, url, now],
    );
    await command(tx, [{ command: "wake", key: "send-feedback" }]);
  });
}
