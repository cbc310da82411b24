import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { action as security } from "~/accounts/screens/security/route";
import { action as logIn } from "~/accounts/screens/login-passkey/route";
import { Authenticator } from "../../support/authenticator";
import { aVisitor, cookiesOf } from "../../support/visitor";
import { aTenant } from "../../support/world";
import { answerOf, aVisit, type Browser, post, type Visit } from "./screens/visit";

export const SITE = "https://cloud.example.com";

/** Passkeys need a host name, so the pages of a file's tests have one. */
export function usePasskeySite(): void {
  const before = env.APP_ORIGIN;
  beforeAll(() => Object.assign(env, { APP_ORIGIN: SITE }));
  afterAll(() => Object.assign(env, { APP_ORIGIN: before }));
  beforeEach(async () => {
    await db.query(`delete from login_limit`);
  });
}

export interface Options {
  challenge: string;
  user?: { id: string };
}

/** The answer to an intent of the security screen. */
export async function secure(visit: Visit, fields: Record<string, string>) {
  return await answerOf(await security(post(visit, "/user/security", fields)));
}

/** The answer of its first step, with the challenge, for a passkey with that name. */
export async function asked(visit: Visit, name = "Laptop"): Promise<Options> {
  const { data } = await secure(visit, { intent: "passkey-begin", name });
  return (data as { options: Options }).options;
}

export async function add(visit: Visit, credential: string, name = "Laptop") {
  return await secure(visit, { intent: "passkey-add", name, credential });
}

/** A passkey that exists only in the database. */
export async function storedPasskey(userId: number, createdAt = new Date()): Promise<void> {
  await db.query(
    `insert into passkey (user_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
     values ($1, $2, '', 0, '{}', 'Stored', false, $3)`,
    [userId, randomUUID(), createdAt],
  );
}

/** Somebody with a password and a passkey. */
export async function anOwner() {
  const owner = await aTenant();
  const visit = await aVisit({ userId: owner.userId });
  const device = new Authenticator(SITE);
  await add(visit, device.make(await asked(visit)));
  const [row] = await db.query<{ id: number }>(`select id from passkey where user_id = $1`, [owner.userId]);
  return { owner, visit, device, id: row?.id ?? 0 };
}

/** A login that a visitor has started: its challenge, and the browser that it belongs to. */
export async function begun(): Promise<{ options: Options; browser: Browser }> {
  const browser = aVisitor();
  const answer = await logIn(post(browser, "/login/passkey", { intent: "passkey-begin" }));
  if (!(answer instanceof Response)) throw new Error("no challenge");
  const { options } = (await answer.json()) as { options: Options };
  return { options, browser: { ...browser, cookies: `${browser.cookies}; ${cookiesOf(answer)}` } };
}

export async function comeIn(browser: Browser, credential: string, redirectTo = "") {
  return await answerOf(
    await logIn(post(browser, "/login/passkey", { intent: "passkey-login", credential, redirectTo })),
  );
}

/** A whole login. */
export async function logInWith(device: Authenticator, odd: Parameters<Authenticator["sign"]>[1] = {}) {
  const { options, browser } = await begun();
  return await comeIn(browser, device.sign(options, odd));
}
