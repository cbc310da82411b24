import { randomUUID } from "node:crypto";
import { db } from "~/db.server";
import { findUser, type UserKey, type UserRow } from "~/domain/accounts/find-user.server";
import { listApiKeys } from "~/domain/accounts/api-keys/list-api-keys.server";
import { listSessions } from "~/domain/accounts/list-sessions.server";
import { listMembers } from "~/domain/accounts/teams/list-team.server";
import { listOwnTeams } from "~/domain/accounts/teams/switch-team.server";
import { listComments } from "~/domain/accounts/read-user-stats.server";
import { listAudit } from "~/domain/audit/list-audit.server";
import { recordLook } from "~/domain/audit/record-look.server";
import { listVolumes } from "~/domain/volumes/list-volumes.server";
import { listBillingEvents } from "~/domain/billing/list-billing-events.server";
import { readBalanceEvents } from "~/domain/billing/read-balance-events.server";
import { readStanding } from "~/domain/billing/read-standing.server";
import { M } from "~/domain/messages";
import { listMails } from "~/domain/notices/list-mails.server";
import { listCards } from "~/domain/payments/list-cards.server";
import { listTopUps } from "~/domain/payments/list-top-ups.server";
import { centsText } from "~/domain/receipts/cents-text";
import { hasRole } from "~/domain/role";
import { mayUseOwnImages } from "~/domain/templates/choose-image.server";
import { listOpenTasks, listReservations } from "~/domain/tasks/list-reservations.server";
import type { Viewer } from "~/http/access.server";
import { partOrNull } from "~/http/part-or-null.server";
import { csvInstead } from "~/http/csv-instead.server";
import { refusalPage } from "~/http/refusal-page.server";
import { requestIdOf, type RouteArgs } from "~/http/request-facts.server";
import { rowIdOfPath } from "~/http/schemas/row-id.server";
import { auditView } from "../audit/audit-view.server";
import { readSpend } from "./read-spend.server";
import { userTables } from "./user-tables.server";
import {
  apiKeyView,
  cardView,
  memberView,
  otherTeams,
  reservationView,
  sessionView,
  topUpView,
} from "./user-views.server";

/** The most rows of long lists on the screen; their files have all. */
const NEWEST = 100;
const TOP_UPS = 25;
const SESSIONS = 25;
const AUDIT_ROWS = 10;

/** The user of a URL, with the tenant they act for; a 404 for anyone else. */
export async function requireUser(key: UserKey) {
  const user = await findUser(key);
  if (!user) throw refusalPage(404, M.notFound);
  return user;
}

/** The user of `/users/view/{id}`; a 404 for an impossible id. */
export function keyOfPath(id: string | undefined): UserKey {
  const rowId = rowIdOfPath(id);
  if (rowId === null) throw refusalPage(404, M.notFound);
  return { id: rowId };
}

type Person = UserRow & { tenantId: number };

/**
 * The user screen for a viewer, or one of its tables as a file. The view is recorded, and the customer can see that.
 * Lists fail on their own.
 */
export async function readUserScreen(
  args: RouteArgs,
  { key, viewer, now }: { key: UserKey; viewer: Viewer; now: Date },
) {
  const user = await requireUser(key);
  const { tenantId } = user;
  const look = { viewer, tenantId, action: "user.view" as const, target: `user:${user.id}` };
  const isAdmin = hasRole(viewer.role, "admin");
  const screen = async () => {
    await csvInstead(args, userTables(user, now));
    const [header, lists] = await Promise.all([readHeader(user, now), readLists(args, { user, isAdmin, now })]);
    return { user, ...header, ...lists };
  };
  const [shown] = await Promise.all([screen(), recordLook({ ...look, requestId: requestIdOf(args), now })]);
  return {
    ...shown,
    adjustKey: randomUUID(),
    mayAct: hasRole(viewer.role, "operator"),
    mayAdminister: isAdmin && viewer.userId !== user.id,
  };
}

async function readHeader({ tenantId, tenant_name: tenantName }: Person, now: Date) {
  const [[money], { owed }, ownImages] = await Promise.all([
    readBalanceEvents({ tenantNames: [tenantName], now }),
    readStanding({ tenantId, now }),
    mayUseOwnImages(db, tenantId),
  ]);
  if (!money) throw refusalPage(404, M.notFound);
  return { balance: money.balance, owes: owed > 0n ? centsText(owed) : null, ownImages };
}

async function readLists(args: RouteArgs, { user, isAdmin, now }: { user: Person; isAdmin: boolean; now: Date }) {
  const { id: userId, tenantId, email } = user;
  const ofUser = { actors: null, action: "", target: `user:${userId}`, from: null, until: null };
  const [
    open,
    volumes,
    reservations,
    billing_events,
    comments,
    spend,
    cards,
    topUps,
    mails,
    sessions,
    apiKeys,
    members,
    teams,
    audit,
  ] = await Promise.all([
    partOrNull(args, "open tasks", listOpenTasks({ tenantId })),
    partOrNull(args, "volumes", listVolumes({ tenantId, now })),
    partOrNull(args, "reservations", listReservations({ tenantId, after: null, limit: NEWEST })),
    partOrNull(args, "billing", listBillingEvents({ tenantId, limit: NEWEST })),
    partOrNull(args, "comments", listComments({ userId })),
    partOrNull(args, "spend", readSpend({ tenantId, now })),
    partOrNull(args, "cards", listCards({ tenantId })),
    partOrNull(args, "top-ups", listTopUps({ tenantId, after: null, limit: TOP_UPS })),
    partOrNull(args, "mails", listMails({ to: email, now })),
    partOrNull(args, "sessions", listSessions({ userId, now })),
    partOrNull(args, "API keys", listApiKeys({ userId })),
    partOrNull(args, "members", listMembers({ tenantId, now })),
    partOrNull(args, "teams", listOwnTeams({ userId })),
    isAdmin ? partOrNull(args, "audit", listAudit({ filter: ofUser, after: null, limit: AUDIT_ROWS })) : null,
  ]);
  return {
    ...{ billing_events, comments, spend, mails, volumes },
    open: open?.map(reservationView) ?? null,
    reservations: reservations?.map(reservationView) ?? null,
    cards: cards?.map(cardView) ?? null,
    topUps: topUps?.map(topUpView) ?? null,
    sessions: sessions?.slice(0, SESSIONS).map(sessionView) ?? null,
    apiKeys: apiKeys?.map(apiKeyView) ?? null,
    audit: audit?.map(auditView) ?? null,
    mayAudit: isAdmin,
    team: members && teams && { members: members.map(memberView), others: otherTeams(teams, tenantId) },
  };
}
