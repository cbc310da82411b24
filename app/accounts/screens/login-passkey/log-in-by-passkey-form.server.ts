import { redirect } from "@remix-run/node";
import { z } from "zod";
import { beginPasskeyLogin, logInByPasskey } from "~/accounts/inside/passkeys/log-in-by-passkey.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { formAction, onForm } from "~/platform/http/form.server";
import { completeLogin } from "~/platform/http/log-in.server";
import { challengeCookie } from "~/platform/http/passkey-cookie.server";
import { partyOf } from "~/platform/http/passkey-party.server";
import { clientNetworkOf, type RouteArgs } from "~/platform/http/request-facts.server";

const Used = z.object({ credential: z.string().default(""), redirectTo: z.string().default("") });

/** Logs in by passkey (6.11): the script fetches a challenge, then sends the form with its signature. */
export async function logInByPasskeyForm(args: RouteArgs) {
  const party = partyOf(args);
  return await formAction(args, {
    "passkey-begin": onForm(z.object({}), async (_fields, { now }) => {
      if (!party) throw new Refusal(M.passkeyRefused);
      const options = await beginPasskeyLogin(party);
      const kept = challengeCookie.keep({ challenge: options.challenge, at: now.getTime() }, now);
      return Response.json({ options }, { headers: { "Set-Cookie": kept, "Cache-Control": "no-store" } });
    }),
    "passkey-login": onForm(Used, async ({ credential, redirectTo }, { now }) => {
      if (!party) throw new Refusal(M.passkeyRefused);
      const begun = challengeCookie.find(args.request, now);
      const account = await logInByPasskey({ party, begun, credential, ip: clientNetworkOf(args), now });
      const { to, headers } = await completeLogin(args, { account, remember: false, redirectTo, bothFactors: true });
      headers.append("Set-Cookie", challengeCookie.drop());
      return redirect(to, { status: 303, headers });
    }),
  });
}
