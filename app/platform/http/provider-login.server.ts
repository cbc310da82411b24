import { redirect } from "@remix-run/node";
import { keepFlash } from "~/accounts/flash.server";
import { beginAtProvider, proveAtProvider } from "~/accounts/ask-provider.server";
import { linkIdentity } from "~/accounts/link-identity.server";
import { logInByIdentity } from "~/accounts/log-in-by-identity.server";
import { findProvider } from "~/accounts/offered-providers.server";
import type { OfferedProvider, Proven } from "~/accounts/providers";
import { Refusal, type Retcode } from "~/platform/refusal";
import { presentTime } from "~/platform/time.server";
import { optionalUser } from "./access.server";
import { fileInstead } from "./file-instead.server";
import { log } from "./log.server";
import { completeLogin } from "./log-in.server";
import { keepNotice } from "./notice-cookie.server";
import { flashPath } from "./page-path";
import { type Begun, begunCookie, waitingCookie } from "./provider-cookies.server";
import { clientNetworkOf, requestIdOf, type RouteArgs } from "./request-facts.server";
import { securityHeaders } from "./security-headers.server";

const ENDED = "This login has expired. Please start again.";
const silent = ({ label }: OfferedProvider) =>
  `${label} did not answer. Please try again, or log in with your password.`;
const refused = ({ label }: OfferedProvider) => `The login with ${label} did not succeed. Please try again.`;

/**
 * Sends the browser to a provider through a page that continues by itself. A redirect would belong to the form's
 * submission, which our pages' policy restricts to our own site. Call it in an action: it throws that page, and returns
 * a redirect if the provider does not answer.
 */
export async function beginLogin(
  args: RouteArgs,
  provider: OfferedProvider,
  purpose: Begun["purpose"],
): Promise<Response> {
  const begun = await begin(provider);
  if (!begun) return await back(args, silent(provider));
  const { attempt, url } = begun;
  const headers = new Headers({
    ...securityHeaders(),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'",
    "Cache-Control": "no-store",
    "Set-Cookie": begunCookie.keep({ attempt, purpose }, presentTime()),
  });
  throw await fileInstead(args, new Response(onwardPage(url, provider), { headers }));
}

async function begin(provider: OfferedProvider) {
  try {
    return await beginAtProvider(provider.id);
  } catch (error) {
    log.warn({ err: error, provider: provider.id }, "a provider of logins did not answer");
    return null;
  }
}

/**
 * Handles the callback: checks the browser's state, then logs in, or links the account that a logged-in user asked for.
 */
export async function endLogin(args: RouteArgs, id: string): Promise<Response> {
  const viewer = await optionalUser(args);
  const now = presentTime();
  const provider = findProvider(id);
  const begun = begunCookie.find(args.request, now);
  if (!provider || begun?.attempt.provider !== id) return await back(args, ENDED);
  const { searchParams } = new URL(args.request.url);
  // From another tab, or forged: the login that this browser began last still waits.
  if (searchParams.get("state") !== begun.attempt.state)
    return await back(args, refused(provider), "ERROR", { keepsBegun: true });
  const proven = await prove(begun, args.request.url, provider);
  if (!proven) return await back(args, refused(provider));
  try {
    if (begun.purpose.kind === "login") return await logIn(args, { proven, provider, purpose: begun.purpose, now });
    const { userId } = begun.purpose;
    if (viewer?.userId !== userId) return await back(args, ENDED);
    const { sessionId } = viewer;
    await linkIdentity({ userId, sessionId, proven, label: provider.label, requestId: requestIdOf(args), now });
    return await back(args, `You can log in with ${provider.label} now.`, "OK");
  } catch (error) {
    if (error instanceof Refusal) return await back(args, error.message);
    throw error;
  }
}

async function prove(begun: Begun, url: string, provider: OfferedProvider): Promise<Proven | null> {
  try {
    return await proveAtProvider(begun.attempt, new URL(url).search);
  } catch (error) {
    log.warn({ err: error, provider: provider.id }, "a login by a provider was refused");
    return null;
  }
}

async function logIn(
  args: RouteArgs,
  given: { proven: Proven; provider: OfferedProvider; purpose: Begun["purpose"] & { kind: "login" }; now: Date },
): Promise<Response> {
  const { proven, provider, purpose, now } = given;
  const outcome = await logInByIdentity({ proven, ip: clientNetworkOf(args), now });
  if ("mustLink" in outcome) {
    const cookie = waitingCookie.keep({ label: provider.label, proven }, now);
    const message = `${proven.email ?? ""} has an account here. Log in with its password once to link ${provider.label} to it.`;
    return await back(args, message, "FAILED", { to: "/login?redirectTo=/user/link", cookie });
  }
  const { remember, redirectTo } = purpose;
  const { to, headers } = await completeLogin(args, { account: outcome.account, remember, redirectTo });
  headers.append("Set-Cookie", begunCookie.drop());
  return redirect(to, { status: 303, headers });
}

/** Redirects to the login, or to the login methods of a logged-in user, with a notice. */
async function back(
  args: RouteArgs,
  message: string,
  retcode: Retcode = "ERROR",
  more: { to?: string; cookie?: string; keepsBegun?: boolean } = {},
): Promise<Response> {
  const viewer = await optionalUser(args);
  const to = viewer ? (more.to ? "/user/link" : "/user/security") : (more.to ?? "/login");
  const flash = { retcode, message, path: flashPath(to) };
  const kept = viewer !== null && (await keepFlash({ sessionId: viewer.sessionId, flash }));
  const headers = new Headers(more.keepsBegun ? {} : { "Set-Cookie": begunCookie.drop() });
  if (more.cookie) headers.append("Set-Cookie", more.cookie);
  if (!kept) headers.append("Set-Cookie", keepNotice(flash, presentTime()));
  return redirect(to, { status: 303, headers });
}

function onwardPage(url: string, { label }: OfferedProvider): string {
  const [href, name] = [escaped(url), escaped(label)];
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Going on to ${name}</title><meta http-equiv="refresh" content="0;url=${href}"><p><a href="${href}">Continue to ${name}</a></p></html>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
