import { M } from "~/staff/messages";
import { Refusal } from "~/platform/refusal";
import { findUser } from "~/accounts/find-user.server";
import { type ClientReport, type DayOfUsage, type OldClientReport, readClientUsage } from "./read-client-usage.server";

/** The `data` of `POST /dashboard/search-more-info` (3.6). */
export interface MoreUserInfo {
  info: { codify_subscription_status: string };
  stats_current: ClientReport[];
  stats: DayOfUsage[];
  stats_old: OldClientReport[];
}

/** Details of the user with exactly that email; refuses with M93 if there is none. */
export async function readMoreUserInfo({ email, now }: { email: string; now: Date }): Promise<MoreUserInfo> {
  const user = email.trim() === "" ? null : await findUser({ email: email.trim() });
  if (!user) throw new Refusal(M.noUserWithEmail);
  const { current, days, old } = await readClientUsage({ userId: user.id, now });
  return {
    info: { codify_subscription_status: user.codify_subscription_status },
    stats_current: current,
    stats: days,
    stats_old: old,
  };
}
