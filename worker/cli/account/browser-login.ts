import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { done } from "../api/answer";
import { type Api, apiClient } from "../api/client";
import type { Context } from "../context";
import { EXIT, Failure } from "../failure";
import { openBrowser } from "../terminal/open-browser";
import { Progress } from "../terminal/progress";
import { shown } from "../terminal/text";

const SLOWER_S = 5;
const NAME_MAX = 40;

export interface GivenKey {
  apiKey: string;
  expiresTs: number;
}

/**
 * Logs in by a browser, which may be on another machine: shows a code and a page, and asks whether it was allowed there
 * (RFC 8628). The browser is opened only where it would be seen; the address and the code are always shown.
 */
export async function browserLogin({ env, out }: Context, url: string): Promise<GivenKey> {
  const api = apiClient({ url });
  const begun = await done(api.POST("/v1/device/authorize", { body: { client_name: ownName() } }));
  const { user_code, expires_in } = begun;
  const page = pageOf(begun.verification_uri, url);
  const wholePage = pageOf(begun.verification_uri_complete, url);
  const opened = out.isWatched && (await openBrowser(wholePage, env));
  // Also with --json: without them nobody could let us in.
  process.stderr.write(
    [
      opened ? "Your browser opens. If it does not, go to:" : "In a browser of any machine, go to:",
      `  ${out.paintNote.cyan(wholePage)}`,
      `The code is ${out.paintNote.bold(shown(user_code))}; compare it there, or type it at ${page}.`,
      "",
    ].join("\n"),
  );
  const progress = new Progress(out);
  if (out.isWatched) progress.say("waiting until you allow it");
  try {
    return await askForKey(api, begun.device_code, begun.interval, Date.now() + expires_in * 1000);
  } finally {
    progress.end();
  }
}

/** A page of the installation itself, as it may be opened and shown. @throws Failure when it is anywhere else */
export function pageOf(said: string, url: string): string {
  const page = URL.canParse(said) ? new URL(said) : null;
  if (
    page &&
    /^https?:$/.test(page.protocol) &&
    page.origin === new URL(url).origin &&
    !page.username &&
    !page.password
  )
    return page.href;
  const web = page && /^https?:$/.test(page.protocol) && page.origin;
  throw new Failure(`${url} wants the login on a page that is not its own: ${JSON.stringify(said)}.`, {
    code: EXIT.login,
    ...(web ? { hint: `If ${web} is your installation: millrace login ${web}` } : {}),
  });
}

async function askForKey(api: Api, deviceCode: string, interval: number, deadlineMs: number): Promise<GivenKey> {
  for (let seconds = interval; Date.now() < deadlineMs;) {
    await wait(seconds * 1000);
    try {
      const body = { device_code: deviceCode };
      const { api_key: apiKey, expires_ts: expiresTs } = await done(api.POST("/v1/device/token", { body }));
      return { apiKey, expiresTs };
    } catch (error) {
      const word = error instanceof Failure ? error.answer?.["error"] : undefined;
      if (word === "slow_down") seconds += SLOWER_S;
      else if (word !== "authorization_pending" && !isPassing(error)) throw asLoginFailure(error, word);
    }
  }
  throw new Failure("Nobody allowed the login in time.", { code: EXIT.login, hint: "Run `millrace login` again." });
}

/** The network may fail for a moment while a person types. */
function isPassing(error: unknown): boolean {
  return error instanceof Failure && error.code === EXIT.unreachable;
}

function asLoginFailure(error: unknown, word: unknown): unknown {
  if (!(error instanceof Failure) || typeof word !== "string") return error;
  const { message, answer } = error;
  return new Failure(message, { code: EXIT.login, ...(answer ? { answer } : {}) });
}

/** What the person is shown as the one who asks, and what the key is called. */
function ownName(): string {
  const name = hostname()
    .replace(/[^\w.-]+/g, "-")
    .slice(0, NAME_MAX);
  return /\w/.test(name) ? name : "a terminal";
}
