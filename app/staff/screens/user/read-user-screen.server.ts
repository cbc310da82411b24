import { randomUUID } from "node:crypto";
import { db } from "~/platform/db.server";
import { findUser, type UserKey, type UserRow } from "~/accounts/find-user.server";
import { listApiKeys } from "~/accounts/list-api-keys.server";
import { listSessions } from "~/accounts/list-sessions.server";
import { listMembers } from "~/accounts/list-team.server";
import { listOwnTeams } from "~/accounts/switch-team.server";
import { listComments } from "~/accounts/read-user-stats.server";
import { listAudit } from "~/platform/list-audit.server";
import { recordLook } from "~/platform/record-look.server";
import { readTax } from "./read-tax.server";
import { readTenantTerms } from "~/compute/tenant-terms.server";
import { listVolumes } from "~/compute/list-volumes.server";
import { listBillingEvents } from "~/money/list-billing-events.server";
import { readBalanceEvents } from "~/money/read-balance-events.server";
import { readStanding } from "~/money/read-standing.server";
import { M } from "~/staff/messages";
import { listMails } from "~/platform/list-mails.server";
import { listCards } from "~/payments/list-cards.server";
import { listTopUps } from "~/payments/list-top-ups.server";
import { centsText } from "~/platform/cents-text";
import { listCustomerTags } from "~/staff/inside/customer-tags.server";
import { hasRole } from "~/platform/role";
import { mayUseOwnImages } from "~/compute/choose-image.server";
import { listOpenTasks, listReservations } from "~/compute/list-reservations.server";
import type { Viewer } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { rowIdOfPath } from "~/platform/http/schemas/row-id.server";
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

async function readHeader({ tenantId, tenant_name: tenantName }: UserRow, now: Date) {
  const [[money], { owed }, ownImages, tags] = await Promise.all([
    readBalanceEvents({ tenantNames: [tenantName], now }),
    readStanding({ tenantId, now }),
    mayUseOwnImages(db, tenantId),
    listCustomerTags({ tenantId }),
  ]);
  if (!money) throw refusalPage(404, M.notFound);
  return { balance: money.balance, owes: owed > 0n ? centsText(owed) : null, ownImages, tags };
}

async function readLists(args: RouteArgs, { user, isAdmin, now }: { user: UserRow; isAdmin: boolean; now: Date }) {
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
    terms,
    tax,
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
    partOrNull(args, "terms", readTenantTerms({ tenantId, now })),
    partOrNull(args, "tax", readTax({ tenantId, now })),
  ]);
  return {
    ...{ billing_events, comments, spend, mails, volumes, terms, tax },
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
