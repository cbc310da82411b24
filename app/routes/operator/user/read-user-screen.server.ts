import { randomUUID } from "node:crypto";
import { recordLook } from "~/domain/audit/record-look.server";
import { readBalanceEvents } from "~/domain/billing/read-balance-events.server";
import { readStanding } from "~/domain/billing/read-standing.server";
import { M } from "~/domain/messages";
import { findUser, type UserKey } from "~/domain/accounts/find-user.server";
import { readUserStats } from "~/domain/accounts/read-user-stats.server";
import { hasRole } from "~/domain/role";
import { centsText } from "~/domain/receipts/cents-text";
import type { Viewer } from "~/http/access.server";
import { refusalPage } from "~/http/refusal-page.server";
import { requestIdOf, type RouteArgs } from "~/http/request-facts.server";
import { rowIdOfPath } from "~/http/schemas/row-id.server";

/** The user whom an address means, with the tenant they act for; anyone else is a page of 404. */
export async function requireUser(key: UserKey) {
  const user = await findUser(key);
  if (!user) throw refusalPage(404, M.notFound);
  return user;
}

/** The user of `/users/view/{id}`; an id that no user can have is a page of 404. */
export function keyOfPath(id: string | undefined): UserKey {
  const rowId = rowIdOfPath(id);
  if (rowId === null) throw refusalPage(404, M.notFound);
  return { id: rowId };
}

/** All that the user detail shows to that viewer; that they looked is on record, for the customer too. */
export async function readUserScreen(
  args: RouteArgs,
  { key, viewer, now }: { key: UserKey; viewer: Viewer; now: Date },
) {
  const user = await requireUser(key);
  const look = { viewer, tenantId: user.tenantId, action: "user.view" as const, target: `user:${user.id}` };
  const [stats, [money], { owed }] = await Promise.all([
    readUserStats({ userId: user.id }),
    readBalanceEvents({ tenantNames: [user.tenant_name], now }),
    readStanding({ tenantId: user.tenantId, now }),
    recordLook({ ...look, requestId: requestIdOf(args), now }),
  ]);
  if (!money) throw refusalPage(404, M.notFound);
  return {
    user,
    ...stats,
    balance: money.balance,
    owes: owed > 0n ? centsText(owed) : null,
    adjustKey: randomUUID(),
    mayAct: hasRole(viewer.role, "operator"),
    mayAdminister: hasRole(viewer.role, "admin") && viewer.userId !== user.id,
  };
}
