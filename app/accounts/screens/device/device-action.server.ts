import { z } from "zod";
import { decideDeviceLogin } from "~/accounts/inside/device-login/decide-device-login.server";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Proof, proveIdentity } from "~/platform/http/show-own-key.server";

const Code = z.object({ user_code: z.string().default("") });

/** Allow and Deny. Only this form allows a login, and an old session must give the password again (2.5). */
export async function decideDevice(args: RouteArgs) {
  const viewer = await requireCustomer(args, "device");
  const { userId, tenantId, sessionId } = viewer;
  const act = { userId, tenantId, sessionId, requestId: requestIdOf(args) };
  return await formAction(args, {
    allow: onForm(Code.extend(Proof.shape), async ({ user_code: typed, password }, { now }) => {
      await proveIdentity(viewer, password, now);
      const { clientName } = await decideDeviceLogin({ ...act, typed, allow: true, now });
      return { to: "/user/api-keys", notice: `${clientName} is authorized. Go back to your command line.` };
    }),
    deny: onForm(Code, async ({ user_code: typed }, { now }) => {
      const { clientName } = await decideDeviceLogin({ ...act, typed, allow: false, now });
      return { to: "/device", notice: `${clientName} was denied.` };
    }),
  });
}
