import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import type { Account } from "./account.server";

/** Refuses users with an unconfirmed address with M15 (6.7). */
export function requireConfirmed({ state }: Pick<Account, "state">): void {
  if (state === "unverified") throw new Refusal(M.confirmEmailFirst);
}
