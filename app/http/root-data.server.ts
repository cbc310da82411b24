import { data } from "@remix-run/node";
import { readBalance } from "~/domain/billing/read-balance.server";
import { takeFlash } from "~/domain/users/flash.server";
import { hasMailbox } from "~/domain/users/mailbox.server";
import { env } from "~/env.server";
import { viewerOf } from "./access.server";
import { flashPath, pagePath } from "./page-path";
import { countScreen } from "./screen-limit.server";
import { ensureSession, readSession } from "./session.server";

/** What every screen knows about its visitor. Every screen has forms, so a visitor without a session gets one. */
export async function readRootData(request: Request) {
  await countScreen(request, await readSession(request));
  const { session, headers } = await ensureSession(request);
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
      money: money && { balance: money.balance, version: money.version, atMs: now.getTime() },
      hasMailbox: hasMailbox(),
      pageToken: session.pageToken,
      notice,
      showCookieNotice: !/(^|;\s*)smc=/.test(request.headers.get("Cookie") ?? ""),
      liveOrigin: env.LIVE_ORIGIN,
    },
    { headers },
  );
}
