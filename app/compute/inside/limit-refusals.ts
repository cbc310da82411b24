import type { LimitFunds } from "~/money/limit-funds.server";
import { centsTyped } from "~/platform/cents-text";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";

type Refused = Pick<LimitFunds, "kind" | "limitCents">;

/** The limit that does not cover 10 minutes of its tasks. */
export function limitUsed(limit: Refused): Refusal {
  const dollars = dollarsOf(limit);
  if (limit.kind === "member") return new Refusal(M.memberLimitUsed({ dollars }));
  return new Refusal(limit.kind === "key_day" ? M.keyDayUsed({ dollars }) : M.keyTotalUsed({ dollars }));
}

/** The limit into which storage does not fit. */
export function limitOfVolumes(limit: Refused): Refusal {
  const dollars = dollarsOf(limit);
  if (limit.kind === "member") return new Refusal(M.memberLimitVolumes({ dollars }));
  return new Refusal(M.keyLimitVolumes({ dollars, period: limit.kind === "key_day" ? "a day" : "in total" }));
}

const dollarsOf = ({ limitCents }: Refused) => `$${centsTyped(BigInt(limitCents))}`;
