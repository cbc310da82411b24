import { z } from "zod";
import { showOwnKey } from "~/accounts/own-key.server";
import { requirePassword } from "~/accounts/require-password.server";
import { isRecentLogin } from "~/accounts/recent-login";
import { type Viewer } from "./access.server";
import { onForm } from "./form.server";
import { requestIdOf } from "./request-facts.server";

/** The field with which a form proves who fills it in; empty when the login is recent. */
export const Proof = z.object({ password: z.string().default("") });

/** The intent that shows the viewer's whole API key: audited, and only in the response of its own request (2.5). */
export function onShowKey(viewer: Viewer) {
  return onForm(Proof, async ({ password }, { now, ...args }) => {
    await proveIdentity(viewer, password, now);
    return Response.json({ shownKey: await showOwnKey({ ...viewer, requestId: requestIdOf(args), now }) });
  });
}

/** Requires the password again if the last login is over 15 minutes ago (2.5). */
export async function proveIdentity({ userId, loginAt }: Viewer, password: string, now: Date): Promise<void> {
  if (!isRecentLogin(loginAt, now)) await requirePassword({ userId, password, field: "password" });
}
