import { z } from "zod";
import { addPasskey, beginPasskey } from "~/accounts/inside/passkeys/add-passkey.server";
import { removePasskey, renamePasskey } from "~/accounts/inside/passkeys/change-passkey.server";
import { passkeyName } from "~/accounts/inside/passkeys/passkey-name";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";
import { partyOf } from "~/platform/http/passkey-party.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Proof, proveIdentity } from "~/platform/http/show-own-key.server";

const text = z.string().default("");
const id = z.coerce.number().int().min(1).max(2_147_483_647);

/**
 * Handles the intents of passkeys (6.11). Adding takes two steps: the browser gets a challenge and sends its signature.
 */
export function passkeyForms(args: RouteArgs, viewer: Viewer) {
  const { userId, sessionId, email, name: userDisplayName } = viewer;
  const requestId = requestIdOf(args);
  const party = () => {
    const found = partyOf(args);
    if (!found) throw new Refusal(M.passkeyNotAdded);
    return found;
  };
  return {
    "passkey-begin": onForm(Proof.extend({ name: text }), async ({ name: typed, password }, { now }) => {
      const name = passkeyName(typed);
      await proveIdentity(viewer, password, now);
      const asked = { userId, sessionId, email, name: userDisplayName, party: party(), now };
      return Response.json({ options: await beginPasskey(asked), name });
    }),
    "passkey-add": onForm(z.object({ name: text, credential: text }), async ({ name, credential }, { now }) => {
      await addPasskey({ userId, sessionId, party: party(), name, credential, requestId, now });
      return { notice: "Added. You can log in with this passkey now.", to: "/user/security#ways" };
    }),
    "passkey-rename": onForm(z.object({ id, name: text }), async ({ id, name }) => {
      await renamePasskey({ userId, id, name });
      return { notice: "Renamed.", to: "/user/security#ways" };
    }),
    "passkey-remove": onForm(Proof.extend({ id }), async ({ id, password }, { now }) => {
      await proveIdentity(viewer, password, now);
      await removePasskey({ userId, sessionId, id, requestId, now });
      return {
        notice:
          "Removed. You can no longer log in with it, and all other sessions were ended. Delete it on your device too.",
        to: "/user/security#ways",
      };
    }),
  };
}
