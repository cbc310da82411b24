import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { done } from "../api/answer";
import { type Api, apiClient } from "../api/client";
import { isAway } from "../api/outlast-restart";
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
 * Logs in through a browser, which may run on another machine (RFC 8628): prints a code and an address, then polls until
 * the user allows the login. Opens the browser only in a terminal.
 */
export async function browserLogin({ env, out }: Context, url: string): Promise<GivenKey> {
  const api = apiClient({ url });
  const begun = await done(api.POST("/v1/device/authorize", { body: { client_name: ownName() } }));
  const { user_code, expires_in } = begun;
  const page = pageOf(begun.verification_uri, url);
  const wholePage = pageOf(begun.verification_uri_complete, url);
  const opened = out.isWatched && (await openBrowser(wholePage, env));
  // Printed with --json too, because the login needs both.
  process.stderr.write(
    [
      opened ? "Your browser opens. If it does not, go to:" : "Open this address in a browser on any machine:",
      `  ${out.paintNote.cyan(wholePage)}`,
      `The code is ${out.paintNote.bold(shown(user_code))}; check that the page shows the same code, or enter it at ${page}.`,
      "",
    ].join("\n"),
  );
  const progress = new Progress(out);
  if (out.isWatched) progress.say("waiting for you to allow the login");
  try {
    return await askForKey(api, begun.device_code, begun.interval, Date.now() + expires_in * 1000);
  } finally {
    progress.end();
  }
}

/** The normalized address of a login page. @throws Failure when the page is not on the installation itself */
export function pageOf(offered: string, url: string): string {
  const page = URL.canParse(offered) ? new URL(offered) : null;
  if (
    page &&
    /^https?:$/.test(page.protocol) &&
    page.origin === new URL(url).origin &&
    !page.username &&
    !page.password
  )
    return page.href;
  const web = page && /^https?:$/.test(page.protocol) && page.origin;
  throw new Failure(`${url} asks you to log in at a page that is not its own: ${JSON.stringify(offered)}.`, {
    code: EXIT.login,
    ...(web ? { hint: `If ${web} is your installation, run: millrace login ${web}` } : {}),
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
      // A temporary failure must not end a login that the user is still confirming.
      else if (word !== "authorization_pending" && !isAway(error)) throw asLoginFailure(error, word);
    }
  }
  throw new Failure("The login was not allowed in time.", { code: EXIT.login, hint: "Run `millrace login` again." });
}

function asLoginFailure(error: unknown, word: unknown): unknown {
  if (!(error instanceof Failure) || typeof word !== "string") return error;
  const { message, answer } = error;
  return new Failure(message, { code: EXIT.login, ...(answer ? { answer } : {}) });
}

/** The client's name, which the login page shows and the key gets. */
function ownName(): string {
  const name = hostname()
    .replace(/[^\w.-]+/g, "-")
    .slice(0, NAME_MAX);
  return /\w/.test(name) ? name : "a terminal";
}
