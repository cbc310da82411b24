import { transaction } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { M } from "~/site/messages";
import { Refusal } from "~/platform/refusal";
import { lastingLimit } from "~/platform/lasting-limit.server";
import { env } from "~/platform/env.server";
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
  name?: string;
  email: string;
  message: string;
  /** The page it was written on. */
  url?: string;
}

/** Stores feedback; the worker delivers it as soon as it can (2.4). */
export async function takeFeedback(given: { feedback: GivenFeedback; ip: string; now: Date }): Promise<void> {
  const { feedback, ip, now } = given;
  await limit.consume(ip);
  const { kind, name = "", email, message, url = "" } = feedback;
  await transaction(async (tx) => {
    await tx.query(
      `insert into feedback (kind, name, email, message, url, created_at, try_after)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      [kind, name, email, message, pageAddress(url), now],
    );
    await command(tx, [{ command: "wake", key: "send-feedback" }]);
  });
}
