import { beforeEach, expect, test } from "vitest";
import { findApiKey } from "~/accounts/find-api-key.server";
import { action, loader } from "~/accounts/screens/api-keys/route";
import { loader as security } from "~/accounts/screens/security/route";
import { aTenant, type TenantInWorld } from "../../../support/world";
import { answerOf, aVisit, get, noticeOf, post, type Visit } from "./visit";

const PATH = "/user/api-keys";
const FIELDS = { intent: "make", name: "nightly", scope_read: "1", ends: "90", last_day: "", networks: "" };

let person: TenantInWorld;
let visit: Visit;

beforeEach(async () => {
  person = await aTenant();
  visit = await aVisit(person);
});

const send = async (fields: Record<string, string>, from = visit) =>
  await answerOf(await action(post(from, PATH, fields)));
const named = async () => (await loader(get(visit, PATH))).keys.filter(({ own }) => !own);

test("a key is created by the form, shown in the answer only, rotated and revoked", async () => {
  const made = await send({ ...FIELDS, scope_billing: "1", networks: "203.0.113.0/24, 10.0.0.1\n2001:db8::/32" });
  const { shownKey } = made.data as { shownKey: string };
  expect(made).toMatchObject({ status: 200, data: { shownName: "nightly", oldEndsTs: null } });
  const [row] = await named();
  expect(row).toMatchObject({
    scopes: ["read", "billing"],
    networks: ["203.0.113.0/24", "10.0.0.1/32", "2001:db8::/32"],
    masked: `mr_…${shownKey.slice(-4)}`,
    created_by: person.email,
  });
  expect(JSON.stringify(await loader(get(visit, PATH)))).not.toContain(shownKey.slice(0, -4));

  const rotated = await send({ intent: "rotate", id: String(row?.id), overlap_hours: "24" });
  const next = rotated.data as { shownKey: string; oldEndsTs: number };
  expect(next.oldEndsTs).toBeGreaterThan(Date.now() / 1000 + 86_000);
  expect((await named()).map(({ state }) => state)).toEqual(["valid", "replaced"]);
  const [newer] = await named();
  expect(await send({ intent: "revoke", id: String(newer?.id) })).toMatchObject({ status: 303, location: PATH });
  expect(await noticeOf(visit)).toEqual({ retcode: "OK", message: "nightly was revoked." });
  expect((await findApiKey({ key: next.shownKey, now: new Date() }))?.ended?.why).toBe("revoked");
  const acts = (await security(get(visit, "/user/security"))).ownActs;
  expect(acts?.map(({ action: act, what }) => [act, what])).toEqual([
    ["api-key.revoke", "nightly"],
    ["api-key.rotate", "nightly"],
    ["api-key.make", "nightly"],
  ]);
});

test("a refused form shows the reason at each field and keeps the typed values except passwords", async () => {
  const bad = { intent: "make", name: "", ends: "own", last_day: "2020-01-01", networks: "example.com", password: "x" };
  const { status, data } = await send(bad);
  const { lastResult } = data as { lastResult: { initialValue: object; error: Record<string, string[]> } };
  expect([status, Object.keys(lastResult.error).sort()]).toEqual([422, ["last_day", "name", "networks", "scopes"]]);
  expect(lastResult.error["networks"]).toEqual([
    "example.com is not a network. Write addresses or networks such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.",
  ]);
  expect(lastResult.initialValue).toMatchObject({ ends: "own", last_day: "2020-01-01", networks: "example.com" });
  expect(JSON.stringify(data)).not.toContain('"password"');
  expect(await named()).toEqual([]);
});

test.each([
  [{ ends: "7" }, 8],
  [{ ends: "365" }, 366],
  [{ ends: "never" }, null],
  [{ ends: "own", last_day: "2099-12-31" }, "last_day"],
  [{ ends: "own", last_day: "" }, "last_day"],
  [{ ends: "nonsense" }, "last_day"],
])("%j expires in time or is refused", async (fields, expected) => {
  const { status, data } = await send({ ...FIELDS, ...fields });
  if (typeof expected === "string") {
    expect([status, Object.keys((data as { lastResult: { error: object } }).lastResult.error)]).toEqual([
      422,
      [expected],
    ]);
    return;
  }
  const [key] = await named();
  const inDays = key?.ends_ts ? Math.ceil((key.ends_ts - Date.now() / 1000) / 86_400) : null;
  expect(inDays).toBe(expected);
});

test("an old login needs the password, and another tenant's key is not found", async () => {
  const late = await aVisit({ userId: person.userId, loginAgoS: 3600 });
  expect((await loader(get(late, PATH))).askPassword).toBe(true);
  expect((await send(FIELDS, late)).status).toBe(422);
  expect((await send({ ...FIELDS, password: person.password }, late)).status).toBe(200);
  const [key] = await named();
  const stranger = await aVisit(await aTenant());
  const taken = action(post(stranger, PATH, { intent: "revoke", id: String(key?.id) }));
  await expect(taken).rejects.toMatchObject({ status: 404 });
  expect((await named())[0]?.state).toBe("valid");
});
