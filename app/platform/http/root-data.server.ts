import { data } from "@remix-run/node";
import { env } from "~/platform/env.server";
import { readBalance } from "~/money/read-balance.server";
import { isToppedUp } from "~/payments/read-auto-top-up.server";
import { takeFlash } from "~/accounts/flash.server";
import type { Session } from "~/accounts/session.server";
import { cookieIn } from "~/accounts/session-cookie";
import { hasMailbox } from "~/platform/mailbox.server";
import { ZONE_COOKIE, zoneOf } from "~/platform/time-zone";
import { listOwnTeams } from "~/accounts/switch-team.server";
import { presentTime } from "~/platform/time.server";
import { type Viewer, viewerOf } from "./access.server";
import { partOrNull } from "./part-or-null.server";
import { liveOriginOf } from "./live-origin.server";
import { closedTo } from "./member-needs";
import { menusFor } from "./menus.server";
import { shownRole } from "~/platform/may";
import { ROLE_WORDS } from "~/platform/role-words";
import { teamOf } from "./team-of";
import { flashPath, pagePath } from "./page-path";
import { themeOf } from "./theme-cookie.server";
import { takeNotice } from "./notice-cookie.server";
import { sessionToken, visitorToken } from "./page-token.server";
import type { RouteArgs } from "./request-facts.server";
import { countScreen } from "./screen-limit.server";
import { readSession } from "./session.server";
import { ensureVisitor } from "./visitor.server";

/** Reads what every screen knows about its viewer. Every screen has forms, so a visitor gets a cookie. */
export async function readRootData(args: RouteArgs) {
  const { request } = args;
  const session = await readSession(args);
  await countScreen(args, session);
  const viewer = session && viewerOf(session);
  const now = presentTime();
  const { pageToken, notice, headers } = session ? await ofSession(session, request) : ofVisitor(args, now);
  const money = viewer && (await partOrNull(args, "balance", readBalance({ tenantId: viewer.tenantId, now })));
  const teams = session && viewer && (await teamsOf(viewer, session.viewUntil));
  return data(
    {
      menus: menusFor(viewer?.role ?? null, teams?.hidden),
      viewer: viewer &&
        teams && {
          name: viewer.name,
          email: viewer.email,
          role: viewer.role,
          tenantName: viewer.tenantName,
          unverified: viewer.state === "unverified",
          ...teams,
        },
      money: money && { balance: money.balance, atMs: now.getTime() },
      toppedUp:
        viewer !== null &&
        money?.balance.low_balance === "24h" &&
        ((await partOrNull(args, "automatic top-up", isToppedUp({ tenantId: viewer.tenantId, now }))) ?? false),
      hasMailbox: hasMailbox(),
      pageToken,
      notice,
      showCookieNotice: !/(^|;\s*)smc=/.test(request.headers.get("Cookie") ?? ""),
      liveOrigin: liveOriginOf(request),
      siteOrigin: new URL(env.APP_ORIGIN).origin,
      theme: themeOf(request),
      zone: zoneOf(cookieIn(request.headers.get("Cookie"), ZONE_COOKIE)),
    },
    { headers },
  );
}

/**
 * Reads the viewer's role at this tenant and the other tenants that they may switch to. Most viewers have only their
 * own.
 */
async function teamsOf(viewer: Viewer, viewUntil: Date | null) {
  const { userId, tenantId, tenantName, memberRole, teamName, inTeam, hasOthers } = viewer;
  const teams = hasOthers && !viewUntil ? await listOwnTeams({ userId }) : [];
  const others = teams.filter((team) => team.tenantId !== tenantId);
  const role = shownRole(memberRole);
  return {
    memberRole: role,
    teamName,
    inTeam,
    roleLine: viewUntil
      ? `You are viewing as ${teamOf(viewer)} until ${viewUntil.toISOString().slice(11, 16)} UTC. You can change nothing, and see no logs, keys or other secrets.`
      : `Your role in ${teamOf(viewer)} is ${ROLE_WORDS[role].label.toLowerCase()}: you can see this page, but change nothing here.`,
    viewEnd: viewUntil ? `/users/view-as/${encodeURIComponent(tenantName)}` : "",
    otherTeams: others.map((team) => ({ tenantId: team.tenantId, called: team.teamName || team.tenantName })),
    ...closedTo(viewer),
  };
}

async function ofSession(session: Session, request: Request) {
  const { sessionId, hasFlash } = session;
  const notice = hasFlash ? await takeFlash({ sessionId, path: flashPath(pagePath(request)) }) : null;
  return { pageToken: sessionToken(session), notice, headers: new Headers() };
}

function ofVisitor(args: RouteArgs, now: Date) {
  const { visitorId, setCookie } = ensureVisitor(args);
  const taken = takeNotice(args.request, { path: flashPath(pagePath(args.request)), now });
  const headers = new Headers();
  for (const cookie of [setCookie, taken?.setCookie]) if (cookie) headers.append("Set-Cookie", cookie);
  return { pageToken: visitorToken(visitorId, now), notice: taken?.flash ?? null, headers };
}
