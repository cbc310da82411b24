import { z } from "zod";
import { unlinkIdentity } from "~/accounts/link-identity.server";
import { findProvider } from "~/accounts/offered-providers.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";
import { beginLogin } from "~/platform/http/provider-login.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Proof, proveIdentity } from "~/platform/http/show-own-key.server";
import { providerName } from "~/accounts/inside/identities/provider-name";

const text = z.string().default("");

/** Handles the intents of login methods (6.10). Linking leads to the provider, and its callback links. */
export function identityForms(args: RouteArgs, viewer: Viewer) {
  const { userId, sessionId } = viewer;
  return {
    "identity-link": onForm(Proof.extend({ provider: text }), async ({ provider: id, password }, { now }) => {
      await proveIdentity(viewer, password, now);
      const provider = findProvider(id);
      if (!provider) throw new Refusal(M.notFound, { status: 404 });
      return await beginLogin(args, provider, { kind: "link", userId });
    }),
    "identity-unlink": onForm(Proof.extend({ id: z.coerce.number().int() }), async ({ id, password }, { now }) => {
      await proveIdentity(viewer, password, now);
      const labelOf = (provider: string) => findProvider(provider)?.label ?? providerName(provider);
      await unlinkIdentity({ userId, sessionId, id, labelOf, requestId: requestIdOf(args), now });
      return { notice: "Removed. You can no longer log in with it, and all other sessions were ended." };
    }),
  };
}
