import { data } from "@remix-run/node";
import { takeFlash } from "~/domain/users/flash.server";
import { hasMailbox } from "~/domain/users/mailbox.server";
import { env } from "~/env.server";
import { viewerOf } from "./access.server";
import { ensureSession } from "./session.server";

/** What every screen knows about its visitor. Every screen has forms, so a visitor without a session gets one. */
export async function readRootData(request: Request) {
  const { session, headers } = await ensureSession(request);
  const viewer = viewerOf(session);
  const notice = await takeFlash({ sessionId: session.sessionId });
  return data(
    {
      viewer: viewer && {
        name: viewer.name,
        email: viewer.email,
        role: viewer.role,
        tenantName: viewer.tenantName,
        unverified: viewer.state === "unverified",
      },
      hasMailbox: hasMailbox(),
      pageToken: session.pageToken,
      notice,
      showCookieNotice: !/(^|;\s*)smc=/.test(request.headers.get("Cookie") ?? ""),
      liveOrigin: env.LIVE_ORIGIN,
    },
    { headers },
  );
}
