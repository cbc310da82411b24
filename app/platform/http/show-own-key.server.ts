import { z } from "zod";
import { readApiKey } from "~/accounts/read-api-key.server";
import { requirePassword } from "~/accounts/require-password.server";
import { writeAudit } from "~/platform/write-audit.server";
import { isRecentLogin } from "~/accounts/recent-login";
import { type Viewer } from "./access.server";
import { onForm } from "./form.server";
import { requestIdOf } from "./request-facts.server";

/** The field with which a form proves who fills it in; empty when the login is recent. */
export const Proof = z.object({ password: z.string().default("") });

/** The intent that shows the viewer's whole API key: audited, and only in the response of its own request (2.5). */
export function onShowKey(viewer: Viewer) {
  const { userId } = viewer;
  return onForm(Proof, async ({ password }, { now, ...args }) => {
    await proveIdentity(viewer, password, now);
    const requestId = requestIdOf(args);
    await writeAudit({ userId, action: "api-key.show", target: `user:${userId}`, requestId, now });
    return Response.json({ shownKey: (await readApiKey({ userId }))?.whole() ?? "" });
  });
}

/** Requires the password again if the last login is over 15 minutes ago (2.5). */
export async function proveIdentity({ userId, loginAt }: Viewer, password: string, now: Date): Promise<void> {
  if (!isRecentLogin(loginAt, now)) await requirePassword({ userId, password, field: "password" });
}
