import { z } from "zod";
import { transaction } from "~/platform/db.server";
import { endOwnSession } from "~/accounts/inside/end-own-session.server";
import { endOtherSessions, holdSession } from "~/accounts/session.server";
import { renewOwnKey } from "~/accounts/own-key.server";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { onShowKey, Proof, proveIdentity } from "~/platform/http/show-own-key.server";
import { identityForms } from "./change-identities.server";
import { passkeyForms } from "./change-passkeys.server";
import { twoFactorForms } from "./change-two-factor.server";

const EndSession = z.object({ id: z.string() });

/** The intents of the Security screen (2.5). Only the response to its own request contains a whole key. */
export async function changeSecurity(args: RouteArgs) {
  const viewer = await requireCustomer(args, "security");
  const { userId, sessionId } = viewer;
  return await formAction(args, {
    "show-key": onShowKey(viewer),
    "new-key": onForm(Proof, async ({ password }, { now }) => {
      await proveIdentity(viewer, password, now);
      return Response.json({ shownKey: await renewOwnKey({ ...viewer, requestId: requestIdOf(args), now }) });
    }),
    "end-session": onForm(EndSession, async ({ id }, { now }) => {
      await endOwnSession({ userId, sessionId: id, now });
      return { notice: "Session ended." };
    }),
    "end-others": onForm(z.object({}), async (_, { now }) => {
      await transaction(async (tx) => {
        await holdSession(tx, viewer);
        await endOtherSessions(tx, { userId, keep: sessionId, now });
      });
      return { notice: "All other sessions were ended." };
    }),
    ...twoFactorForms(args, viewer),
    ...identityForms(args, viewer),
    ...passkeyForms(args, viewer),
  });
}
