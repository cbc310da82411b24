import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Account } from "~/domain/accounts/account.server";
import { confirmEmail } from "~/domain/accounts/confirm-email.server";
import { keepFlash } from "~/domain/accounts/flash.server";
import { noteLogin } from "~/domain/accounts/log-in.server";
import { isSessionOpen } from "~/domain/accounts/session.server";
import { formAction, onForm } from "~/http/form.server";
import { onTo } from "~/domain/own-path";
import { nextIn } from "~/http/redirect-target";
import type { RouteArgs } from "~/http/request-facts.server";
import { flashPath } from "~/http/page-path";
import { renewSession } from "~/http/session.server";

const Fields = z.object({ password: z.string().default("") });
const NOTICE = "Your email address is confirmed.";
const FIRST_PAGE = "/tasks";

/** Confirms the address of the link; logs in only the browser that registered (2.5). */
export async function confirmByForm(args: RouteArgs, token: string) {
  return await formAction(args, {
    "": onForm(Fields, async ({ password }, { session, visitorId, now }) => {
      const wanted = nextIn(args.request);
      const next = wanted ?? FIRST_PAGE;
      const owner = await confirmEmail({ token, password, visitorId, now });
      if (owner) return await logInOwner(args, owner, next, now);
      // Confirming may have ended this session.
      const loggedIn = session !== null && (await isSessionOpen(session));
      if (loggedIn) return { notice: NOTICE, to: next };
      return { notice: `${NOTICE} Log in to begin.`, to: onTo("/login", wanted) };
    }),
  });
}

async function logInOwner(args: RouteArgs, account: Account, next: string, now: Date): Promise<Response> {
  const { session, headers } = await renewSession(args, { account, remember: false });
  await noteLogin({ userId: account.userId, now });
  const flash = { retcode: "OK", message: NOTICE, path: flashPath(next) } as const;
  await keepFlash({ sessionId: session.sessionId, flash });
  return redirect(next, { status: 303, headers });
}
