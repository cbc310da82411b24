import { data } from "@remix-run/node";
import { readBalance } from "~/domain/billing/read-balance.server";
import { takeFlash } from "~/domain/accounts/flash.server";
import { hasMailbox } from "~/domain/notices/mailbox.server";
import { viewerOf } from "./access.server";
import { liveOriginOf } from "./live-origin.server";
import { flashPath, pagePath } from "./page-path";
import type { RouteArgs } from "./request-facts.server";
import { countScreen } from "./screen-limit.server";
import { ensureSession, readSession } from "./session.server";

/** What every screen knows about its visitor. Every screen has forms, so a visitor without a session gets one. */
export async function readRootData(args: RouteArgs) {
  const { request } = args;
  await countScreen(args, await readSession(args));
  const { session, headers } = await ensureSession(args);
  const viewer = viewerOf(session);
  const now = new Date();
  const money = viewer ? await readBalance({ tenantId: viewer.tenantId, now }) : null;
  const { sessionId, hasFlash } = session;
  const notice = hasFlash ? await takeFlash({ sessionId, path: flashPath(pagePath(request)) }) : null;
  return data(
    {
      viewer: viewer && {
        name: viewer.name,
        email: viewer.email,
        role: viewer.role,
        tenantName: viewer.tenantName,
        unverified: viewer.state === "unverified",
      },
      money: money && { balance: money.balance, atMs: now.getTime() },
      hasMailbox: hasMailbox(),
      pageToken: session.pageToken,
      notice,
      showCookieNotice: !/(^|;\s*)smc=/.test(request.headers.get("Cookie") ?? ""),
      liveOrigin: liveOriginOf(request),
    },
    { headers },
  );
}
