import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Account } from "~/accounts/account.server";
import { confirmEmail } from "~/accounts/inside/confirm-email.server";
import { keepFlash } from "~/accounts/flash.server";
import { noteLogin } from "~/accounts/log-in.server";
import { isSessionOpen } from "~/accounts/session.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { onTo } from "~/platform/own-path";
import { nextIn } from "~/platform/http/redirect-target";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { flashPath } from "~/platform/http/page-path";
import { renewSession } from "~/platform/http/session.server";

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
