import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { lastingLimit } from "~/platform/lasting-limit.server";

const HOUR_S = 3600;

/** Refuses with M08 and the seconds to wait. */
export const tooMany = (seconds: number) =>
  new Refusal(M.tooManyRequests({ seconds }), { status: 429, headers: { "Retry-After": String(seconds) } });

/** Limits registrations by network address (0.9). */
export const registerLimit = lastingLimit({
  prefix: "register",
  points: env.RATE_REGISTER_PER_HOUR,
  durationS: HOUR_S,
  refusal: tooMany,
});

/** Limits the mails that anybody can trigger to an address, known or not (0.9). */
export const linkLimit = lastingLimit({
  prefix: "mail-link",
  points: env.RATE_FORGOT_PER_HOUR,
  durationS: HOUR_S,
  refusal: tooMany,
});

/**
 * Limits the same mails for a user whose address is known. The refusal may name the address and explain the next step
 * (decision 0045).
 */
export const confirmMailLimit = lastingLimit({
  prefix: "mail-link",
  points: env.RATE_FORGOT_PER_HOUR,
  durationS: HOUR_S,
  refusal: (seconds) =>
    new Refusal(M.confirmMailsUsedUp({ minutes: Math.ceil(seconds / 60) }), {
      status: 429,
      headers: { "Retry-After": String(seconds) },
    }),
});

/** Limits named API keys that a tenant makes, replaces and revokes: each sends a mail. */
export const keyLimit = lastingLimit({
  prefix: "api-keys",
  points: env.RATE_API_KEYS_PER_HOUR,
  durationS: HOUR_S,
  refusal: tooMany,
});

/** Limits requests to change the email address: each sends two mails. */
export const changeLimit = lastingLimit({
  prefix: "email-change",
  points: env.RATE_FORGOT_PER_HOUR,
  durationS: HOUR_S,
  refusal: tooMany,
});
