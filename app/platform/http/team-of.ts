import type { Account } from "~/accounts/account.server";

/** What the members of a tenant call it. */
export function teamOf({ teamName, tenantName }: Pick<Account, "teamName" | "tenantName">): string {
  return teamName || tenantName;
}
