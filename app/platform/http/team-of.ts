import type { Account } from "~/accounts/account.server";

/** The name that members use for a tenant. */
export function teamOf({ teamName, tenantName }: Pick<Account, "teamName" | "tenantName">): string {
  return teamName || tenantName;
}
