import { redirect } from "@remix-run/node";
import { M } from "~/messages";
import { holdersOf, meets, type Need } from "~/platform/may";
import type { Account } from "~/accounts/account.server";
import { hasRight, meetsNeed, STAFF_RIGHTS, type StaffRight, type WithRights } from "~/platform/staff-rights";
import type { Session } from "~/accounts/session.server";
import { type CustomerScreen, SCREEN_NEEDS } from "./member-needs";
import { STAFF_SCREEN_NEEDS, type StaffScreen } from "./staff-needs";
import { sessionToken } from "./page-token.server";
import { pagePath } from "./page-path";
import { refusalPage } from "./refusal-page.server";
import { requestIdOf, type RouteArgs } from "./request-facts.server";
import { countScreen } from "./screen-limit.server";
import { readSession } from "./session.server";

/** The user who views a screen. */
export interface Viewer extends Account {
  sessionId: string;
  loginAt: Date;
  /** The page security token of their forms (0.6). */
  pageToken: string;
}

/** The logged-in user, or null. Throws the page of a suspended account (M13) or of too many requests (M08). */
export async function optionalUser(args: RouteArgs): Promise<Viewer | null> {
  const session = await readSession(args);
  await countScreen(args, session);
  const viewer = session && viewerOf(session);
  if (viewer?.state === "suspended") throw refusalPage(403, M.suspended);
  return viewer;
}

/**
 * The logged-in user of a screen for customers, which it names itself, with the right that the request needs there
 * (16.2): looking or acting. Anyone else is sent to the login (2.1, 0.4), or gets the 403 page (M171, M172).
 */
export async function requireCustomer(args: RouteArgs, screen: CustomerScreen): Promise<Viewer> {
  const viewer = await requireLogin(args);
  const { look, act } = SCREEN_NEEDS[screen];
  requireNeed(viewer, isLook(args) ? look : act, (message) => refusalPage(403, message));
  // Staff who view as a customer see what the customer sees.
  return viewer.memberRole === "staff" ? { ...viewer, role: "customer", staffRights: [] } : viewer;
}

/** Refuses a member who does not meet the need; `refuse` makes the answer from the message. */
export function requireNeed(
  member: Pick<Account, "memberRole" | "atHome">,
  need: Need,
  refuse: (message: string) => Error | Response,
): void {
  if (meets(member, need)) return;
  const { memberRole: role } = member;
  if (role === "staff") throw refuse(M.staffOnlyLook);
  if (need === "home" || need === "home.see") throw refuse(M.onlyAtHome);
  throw refuse(M.roleLacksRight({ role, holders: holdersOf(need) }));
}

/** Returns the logged-in user, whatever their role at the tenant; a visitor is sent to the login (0.4). */
export async function requireLogin(args: RouteArgs): Promise<Viewer> {
  const viewer = await optionalUser(args);
  if (!viewer) throw redirect(loginUrl(args.request), { headers: { "X-Request-Id": requestIdOf(args) } });
  return viewer;
}

/**
 * The staff member of a screen of staff, which it names itself, with the right that the request needs there: looking
 * or acting (3.1). Anyone else gets the 403 page (M02, M710), and staff who have yet to set up two-factor are sent there.
 */
export async function requireStaff(args: RouteArgs, screen: StaffScreen): Promise<Viewer> {
  const viewer = await requireLogin(args);
  if (viewer.lacksTwoFactor) throw redirect("/user/security");
  const { look, act } = STAFF_SCREEN_NEEDS[screen];
  const need = isLook(args) ? look : act;
  if (!meetsNeed(viewer, "staff")) throw refusalPage(403, M.notAllowed);
  if (need !== "staff") requireRight(viewer, need);
  return viewer;
}

/** Refuses staff without a right. */
export function requireRight(viewer: WithRights, right: StaffRight): void {
  if (!hasRight(viewer, right)) throw rightPage(right);
}

/** The 403 page for staff that names the right they lack. */
export function rightPage(right: StaffRight): Response {
  return refusalPage(403, M.staffLacksRight({ label: STAFF_RIGHTS[right].label }));
}

function isLook({ request: { method } }: RouteArgs): boolean {
  return method === "GET" || method === "HEAD";
}

export function viewerOf(session: Session): Viewer {
  const { account, sessionId, loginAt } = session;
  return { ...account, sessionId, loginAt, pageToken: sessionToken(session) };
}

function loginUrl(request: Request): string {
  return `/login?redirectTo=${encodeURIComponent(pagePath(request))}`;
}
