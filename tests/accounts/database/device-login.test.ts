import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { listKeys } from "~/accounts/list-keys.server";
import { beginDeviceLogin } from "~/accounts/inside/device-login/begin-device-login.server";
import { decideDeviceLogin } from "~/accounts/inside/device-login/decide-device-login.server";
import { pruneDeviceLogins } from "~/accounts/prune-device-logins.server";
import { takeDeviceKey } from "~/accounts/inside/device-login/take-device-key.server";
import { endOwnSession } from "~/accounts/inside/end-own-session.server";
import { endOtherSessions } from "~/accounts/session.server";
import { Refusal } from "~/platform/refusal";
import { aTenant, type TenantInWorld } from "../../support/world";
import { aVisit } from "./screens/visit";
import { inSession } from "./in-session";

const START = new Date("2024-01-31T10:00:00Z");
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);

let networks = 0;
let person: TenantInWorld;
let login: { deviceCode: string; userCode: string };

beforeEach(async () => {
  person = await aTenant();
  const from = `network-${(networks += 1)}`;
  login = await beginDeviceLogin({ clientName: " my  laptop ", ip: "203.0.113.7", network: from, now: START });
});

const decide = (allow: boolean, seconds: number, typed = login.userCode) =>
  inSession(decideDeviceLogin, { ...person, requestId: "test", typed, allow, now: after(seconds) });

/** The error code of a refusal, or the name of the key. */
async function askAt(seconds: number, deviceCode = login.deviceCode): Promise<unknown> {
  try {
    return (await takeDeviceKey({ deviceCode, requestId: "test", now: after(seconds) })).name;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.details.status).toBe(400);
    return error.details.body?.["error"];
  }
}

test("a key is made once, after it was allowed; it is named, scoped and ends in 90 days", async () => {
  expect(await askAt(5)).toBe("authorization_pending");
  expect((await decide(true, 7)).clientName).toBe("my laptop");
  expect(await askAt(10)).toBe("millrace on my laptop");
  const [, made] = await listKeys({ ...person, now: after(20) });
  expect(made).toMatchObject({ name: "millrace on my laptop", scopes: ["read", "tasks", "billing"], state: "valid" });
  expect(made?.ends_ts).toBe(after(10 + 90 * 86_400).getTime() / 1000);
  const [mail] = await db.query<{ text: string }>(`select text from mail where to_address = $1`, [person.email]);
  expect(mail?.text).toContain("asked from 203.0.113.7");
  expect(mail?.text).not.toMatch(/mr_[A-Za-z0-9_-]{43}/);
});

test("a user with an unconfirmed address cannot log in a command line, not even one that was allowed before", async () => {
  const state = (to: string) => db.query(`update user_account set state = $2 where id = $1`, [person.userId, to]);
  await state("unverified");
  await expect(decide(true, 5)).rejects.toThrow("Please confirm your email address first.");
  await state("active");
  await decide(true, 6);
  await state("unverified");
  expect(await askAt(10)).toBe("access_denied");
});

test("a denied login stays denied", async () => {
  await decide(false, 3);
  expect([await askAt(5), await askAt(10)]).toEqual(["access_denied", "access_denied"]);
  await expect(decide(true, 12)).rejects.toThrow("No login is waiting for this code.");
});

test("a client that polls too often gets slow_down until it does", async () => {
  const words = [await askAt(0), await askAt(5), await askAt(7), await askAt(13), await askAt(28)];
  expect(words).toEqual([
    "authorization_pending",
    "authorization_pending",
    "slow_down",
    "slow_down",
    "authorization_pending",
  ]);
});

test("a login expires after ten minutes: it can be neither allowed nor fetched, and is pruned", async () => {
  await expect(decide(true, 600)).rejects.toThrow("No login is waiting for this code.");
  expect(await askAt(600)).toBe("expired_token");
  await pruneDeviceLogins({ now: after(599) });
  expect(await askAt(300)).toBe("authorization_pending");
  await pruneDeviceLogins({ now: after(600) });
  expect(await askAt(300)).toBe("expired_token");
});

test("an allowed login must be fetched before it expires, and an unknown code fetches nothing", async () => {
  await decide(true, 590);
  expect([await askAt(601), await askAt(5, "nonsense")]).toEqual(["expired_token", "expired_token"]);
});

test("a client whose answer was lost gets the same key again, until the key is used or revoked, or the login is over", async () => {
  const take = async (seconds: number) =>
    (await takeDeviceKey({ deviceCode: login.deviceCode, requestId: "test", now: after(seconds) })).key;
  const keys = () => db.query(`select from api_key where tenant_id = $1 and scope = 'named'`, [person.tenantId]);
  await decide(true, 3);
  const [key, ...same] = await Promise.all([take(5), take(5), take(599)]);
  expect(same).toEqual([key, key]);
  expect(key).toMatch(/^mr_[A-Za-z0-9_-]{43}$/);
  expect(await keys()).toHaveLength(1);
  expect(await askAt(600)).toBe("expired_token");
  for (const over of ["used_at", "revoked_at"]) {
    await db.query(`update api_key set used_at = null, revoked_at = null`);
    expect(await take(6)).toBe(key);
    await db.query(over === "used_at" ? `update api_key set used_at = $1` : `update api_key set revoked_at = $1`, [
      START,
    ]);
    expect(await askAt(7)).toBe("expired_token");
  }
});

test("codes cannot be found by guessing: ten wrong ones an hour; right ones do not count", async () => {
  await decide(false, 1);
  for (let attempt = 1; attempt <= 10; attempt += 1)
    await expect(decide(true, 2, "BBBB-BBBB")).rejects.toThrow("No login is waiting for this code.");
  await expect(decide(true, 3, "BBBB-BBBB")).rejects.toThrow("Too many requests.");
});

test("a user who is suspended between Allow and the key gets no key", async () => {
  await decide(true, 3);
  await db.query(`update user_account set state = 'suspended' where id = $1`, [person.userId]);
  expect(await askAt(5)).toBe("access_denied");
});

test.each([
  [
    "ends all other sessions",
    (act: TenantInWorld) => transaction((tx) => endOtherSessions(tx, { ...act, keep: null, now: new Date() })),
  ],
  [
    "ends a session of theirs",
    async ({ userId }: TenantInWorld) => {
      const { sessionId } = await aVisit({ userId });
      await endOwnSession({ userId, sessionId, now: new Date() });
    },
  ],
])(
  "of a user who %s, what was allowed and not fetched ends too: nobody knows which session allowed it",
  async (_how, end) => {
    await decide(true, 5);
    await end(person);
    expect(await askAt(10)).toBe("expired_token");
  },
);

test("a misleading client name is refused, and one network begins at most 30 logins an hour", async () => {
  const begin = (clientName: string, network: string) => beginDeviceLogin({ clientName, ip: "", network, now: START });
  for (const name of ["", "  ", "x".repeat(61), "lap\u200btop", "\u202epotpal"])
    await expect(begin(name, "names")).rejects.toThrow("A client_name of 1 to 60 characters is required.");
  for (let begun = 1; begun <= 30; begun += 1) await begin("laptop", "busy");
  await expect(begin("laptop", "busy")).rejects.toThrow("Too many requests.");
});
