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
import { hasRight } from "~/platform/staff-rights";
import { isStaff } from "~/platform/role";
import { listRoleChoices } from "~/staff/inside/roles/list-roles.server";
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
  volumeView,
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
  const isOther = viewer.userId !== user.id;
  const seesMoney = hasRight(viewer, "money.see");
  const screen = async () => {
    await csvInstead(args, userTables(user, { seesMoney, now }));
    const [header, lists] = await Promise.all([
      readHeader(user, { seesMoney, now }),
      readLists(args, { user, viewer, seesMoney, now }),
    ]);
    return { user, ...header, ...lists };
  };
  const [shown] = await Promise.all([screen(), recordLook({ ...look, requestId: requestIdOf(args), now })]);
  return {
    ...shown,
    adjustKey: randomUUID(),
    seesMoney,
    mayNote: hasRight(viewer, "customers.act"),
    mayKill: hasRight(viewer, "tasks.act"),
    mayView: hasRight(viewer, "customers.view"),
    mayCorrect: isOther && hasRight(viewer, "money.act"),
    mayAdminister: isOther && hasRight(viewer, "access.act") && (!isStaff(user.role) || hasRight(viewer, "staff.act")),
    roles: isOther && hasRight(viewer, "staff.act") ? await listRoleChoices() : null,
  };
}

async function readHeader(
  { tenantId, tenant_name: tenantName }: UserRow,
  { seesMoney, now }: { seesMoney: boolean; now: Date },
) {
  const [[money], { owed }, ownImages, tags] = await Promise.all([
    seesMoney ? readBalanceEvents({ tenantNames: [tenantName], now }) : [],
    seesMoney ? readStanding({ tenantId, now }) : { owed: 0n },
    mayUseOwnImages(db, tenantId),
    listCustomerTags({ tenantId }),
  ]);
  if (seesMoney && !money) throw refusalPage(404, M.notFound);
  return { balance: money?.balance ?? null, owes: owed > 0n ? centsText(owed) : null, ownImages, tags };
}

interface Shown {
  user: UserRow;
  viewer: Viewer;
  seesMoney: boolean;
  now: Date;
}

async function readLists(args: RouteArgs, { user, viewer, seesMoney, now }: Shown) {
  const mayAudit = hasRight(viewer, "audit.see");
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
    seesMoney ? partOrNull(args, "billing", listBillingEvents({ tenantId, limit: NEWEST })) : null,
    partOrNull(args, "comments", listComments({ userId })),
    seesMoney ? partOrNull(args, "spend", readSpend({ tenantId, now })) : null,
    seesMoney ? partOrNull(args, "cards", listCards({ tenantId })) : null,
    seesMoney ? partOrNull(args, "top-ups", listTopUps({ tenantId, after: null, limit: TOP_UPS })) : null,
    partOrNull(args, "mails", listMails({ to: email, seesMoney, now })),
    partOrNull(args, "sessions", listSessions({ userId, now })),
    partOrNull(args, "API keys", listApiKeys({ userId })),
    partOrNull(args, "members", listMembers({ tenantId, now })),
    partOrNull(args, "teams", listOwnTeams({ userId })),
    mayAudit ? partOrNull(args, "audit", listAudit({ filter: ofUser, after: null, limit: AUDIT_ROWS })) : null,
    seesMoney ? partOrNull(args, "terms", readTenantTerms({ tenantId, now })) : null,
    seesMoney ? partOrNull(args, "tax", readTax({ tenantId, now })) : null,
  ]);
  return {
    ...{ billing_events, comments, spend, mails, terms, tax },
    volumes: volumes?.map(volumeView) ?? null,
    open: open?.map(reservationView) ?? null,
    reservations: reservations?.map(reservationView) ?? null,
    cards: cards?.map(cardView) ?? null,
    topUps: topUps?.map(topUpView) ?? null,
    sessions: sessions?.slice(0, SESSIONS).map(sessionView) ?? null,
    apiKeys: apiKeys?.map(apiKeyView) ?? null,
    audit: audit?.map(auditView) ?? null,
    mayAudit,
    team: members && teams && { members: members.map(memberView), others: otherTeams(teams, tenantId) },
  };
}
