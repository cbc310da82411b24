import { beforeAll, expect, test } from "vitest";
import { action as decide, loader as page } from "~/accounts/screens/device/route";
import { answerOf, aVisit, get, post, thrownBy } from "../accounts/database/screens/visit";
import { call, read } from "./support/call";
import { aPerson, type Person } from "./support/people";
import { succeeds } from "./support/success";

let customer: Person;

beforeAll(async () => {
  customer = await aPerson();
});

interface Begun {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
}

const begin = async () =>
  await read<Begun>(await call("/v1/device/authorize", { json: { client_name: "laptop <b>" }, client: "203.0.113.7" }));
const token = (device_code: string) => call("/v1/device/token", { json: { device_code } });

test("a command line logs in by a code: the page shows the client and its address, and the key opens the listed paths", async () => {
  const { device_code, user_code, verification_uri_complete } = await begin();
  const waits = await token(device_code);
  expect([waits.status, await read(waits)]).toEqual([
    400,
    {
      retcode: "ERROR",
      human_readable_message: "This login has not been approved yet. Keep polling.",
      error: "authorization_pending",
    },
  ]);

  const path = new URL(verification_uri_complete);
  const stranger = await thrownBy(page(get(null, path.pathname + path.search)));
  expect(stranger.headers.get("Location")).toBe(`/login?redirectTo=${encodeURIComponent(path.pathname + path.search)}`);
  const visit = await aVisit(customer);
  const shown = await page(get(visit, path.pathname + path.search));
  expect(shown.waiting).toMatchObject({ userCode: user_code, clientName: "laptop <b>", ip: "203.0.113.7" });

  await decide(post(visit, "/device", { intent: "allow", user_code }));
  const made = (await succeeds("POST /v1/device/token", { json: { device_code } })) as { api_key: string };
  expect(made).toMatchObject({ name: "millrace on laptop <b>", scopes: ["read", "tasks", "billing"] });
  expect((await call("/v1/jobs", { key: made.api_key })).status).toBe(200);
  const again = await token(device_code);
  expect([again.status, (await read(again))["error"]]).toEqual([400, "expired_token"]);

  // Logging out: the key revokes itself.
  expect((await call("/v1/api-keys/revoke", { key: made.api_key, json: {} })).status).toBe(200);
  const over = await call("/v1/jobs", { key: made.api_key });
  expect([over.status, (await read(over))["error"]]).toEqual([401, "key_revoked"]);
});

test("denied; nothing is allowed by a link, without the page's token, or by an old login without the password", async () => {
  const { device_code, user_code } = await begin();
  const visit = await aVisit({ userId: customer.userId, loginAgoS: 3600 });
  const allow = async (fields: Record<string, string>) =>
    (await answerOf(await decide(post(visit, "/device", { intent: "allow", user_code, ...fields })))).status;
  expect((await page(get(visit, `/device?user_code=${user_code}`))).askPassword).toBe(true);
  expect(await allow({ _token: "other" })).toBe(403);
  expect(await allow({})).toBe(422);
  expect(await allow({ password: "wrong one entirely" })).toBe(422);
  expect((await read(await token(device_code)))["error"]).toBe("authorization_pending");
  await decide(post(visit, "/device", { intent: "deny", user_code }));
  expect((await read(await token(device_code)))["error"]).toBe("access_denied");
});

test("a wrong code is reported on the page, and a name is required", async () => {
  const visit = await aVisit(customer);
  const wrong = await page(get(visit, "/device?user_code=zzzz"));
  expect([wrong.waiting, wrong.refused]).toEqual([
    null,
    "No login is waiting for this code. Check the code that your program shows; it works for 10 minutes.",
  ]);
  expect((await page(get(visit, "/device"))).refused).toBe(null);
  const nameless = await call("/v1/device/authorize", { json: {} });
  expect([nameless.status, (await read<{ fields: object }>(nameless)).fields]).toEqual([
    422,
    { client_name: "A client_name of 1 to 60 characters is required." },
  ]);
});
