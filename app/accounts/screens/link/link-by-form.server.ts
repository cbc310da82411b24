import { linkIdentity } from "~/accounts/link-identity.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { requireCustomer, type Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { waitingCookie } from "~/platform/http/provider-cookies.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Proof, proveIdentity } from "~/platform/http/show-own-key.server";

/** The account that waits in this browser to be linked: its address is this account's. */
export function waitingFor({ request }: RouteArgs, { email }: Pick<Viewer, "email">, now: Date) {
  const waiting = waitingCookie.find(request, now);
  return waiting?.proven.email === email ? waiting : null;
}

/** Links it after its owner has logged in with the password and agrees (6.10). */
export async function linkByForm(args: RouteArgs) {
  const viewer = await requireCustomer(args, "link");
  return await formAction(args, {
    "": onForm(Proof, async ({ password }, { now }) => {
      await proveIdentity(viewer, password, now);
      const waiting = waitingFor(args, viewer, now);
      if (!waiting) throw new Refusal(M.loginPageExpired);
      const { proven, label } = waiting;
      const { userId, sessionId } = viewer;
      await linkIdentity({ userId, sessionId, proven, label, requestId: requestIdOf(args), now });
      const headers = { "Set-Cookie": waitingCookie.drop() };
      return { notice: `You can log in with ${label} now.`, to: "/user/security", headers };
    }),
  });
}
