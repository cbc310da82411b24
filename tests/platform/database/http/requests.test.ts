import { beforeAll, describe, expect, test } from "vitest";
import { prisma } from "~/platform/db.server";
import { call, read } from "../../../contract/support/call";
import { aPerson, type Person } from "../../../contract/support/people";
import { theCatalogue } from "../../../support/world";

let someone: Person;
beforeAll(async () => {
  await theCatalogue();
  someone = await aPerson();
});

const update = (options: Parameters<typeof call>[1]) => call("/users/update", { key: someone.apiKey, ...options });
const asJson = { "Content-Type": "application/json" };

function inPieces(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(at, (at += 16_384)));
      if (at >= bytes.length) controller.close();
    },
  });
}

const HALF_A_CHARACTER = "\ud800";

describe("12: a body", () => {
  test("of another type than JSON or a form answers 415, M07", async () => {
    const response = await update({ body: "name=x", headers: { "Content-Type": "text/plain" } });
    expect(response.status).toBe(415);
    expect(await read(response)).toEqual({
      retcode: "ERROR",
      human_readable_message: "Send JSON or form data.",
    });
  });

  test("of 300 KiB answers 413, M06, with a known length or in pieces", async () => {
    const large = JSON.stringify({ name: "x".repeat(300 * 1024) });
    for (const body of [large, inPieces(large)]) {
      const response = await update({ body, headers: asJson });
      expect(response.status).toBe(413);
      expect((await read(response))["human_readable_message"]).toBe("The request is too large.");
    }
    const lie = await update({ body: "{}", headers: { ...asJson, "Content-Length": "300000" } });
    expect(lie.status).toBe(413);
  });

  test.each([
    ["broken JSON", '{"name": '],
    ["an array", "[1]"],
    ["a text", '"name"'],
    ["null", "null"],
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["a NUL in a text", '{"name": "a\\u0000b"}'],
    ["a control character in a text", '{"name": "a\\u001bb"}'],
    ["a control character deep inside", '{"x": [{"y": "a\\u0007b"}]}'],
    ["40 levels deep", `{"x": ${"[".repeat(40)}${"]".repeat(40)}}`],
    ["120000 levels deep", `{"x": ${"[".repeat(120_000)}${"]".repeat(120_000)}}`],
  ])("that is %s answers 400, M09", async (_what, body) => {
    const response = await update({ body, headers: asJson });
    expect(response.status).toBe(400);
    expect((await read(response))["human_readable_message"]).toBe("The request could not be read.");
  });

  test("may be a form of either kind", async () => {
    const form = new FormData();
    form.set("name", "Multi Part");
    for (const body of [form, new URLSearchParams({ name: "Url Encoded" })]) {
      expect(await read(await update({ body }))).toMatchObject({ retcode: "OK" });
    }
    const self = await read(await call("/users/self", { key: someone.apiKey }));
    expect(self["name"]).toBe("Url Encoded");
  });
});

describe("hostile input", () => {
  test("of SQL and HTML is stored as the text it is", async () => {
    const name = `Robert'); drop table user_account; --<script>alert(1)</script>`;
    expect(await read(await update({ json: { name } }))).toMatchObject({ retcode: "OK" });
    expect((await read(await call("/users/self", { key: someone.apiKey })))["name"]).toBe(name);
    expect(await prisma.user.count()).toBeGreaterThan(0);
  });

  test("of prototype keys and unknown members is ignored", async () => {
    const body = '{"__proto__": {"role": "admin"}, "constructor": {"prototype": {}}, "role": "admin", "name": "Me"}';
    expect(await read(await update({ body, headers: asJson }))).toMatchObject({ retcode: "OK" });
    const self = await read(await call("/users/self", { key: someone.apiKey }));
    expect(self).toMatchObject({ name: "Me", role: "customer" });
  });

  test("of wrong types is a refusal, never a fault", async () => {
    for (const value of [1, true, null, [], {}, "x".repeat(1000), HALF_A_CHARACTER]) {
      for (const path of [
        "/users/update",
        "/v1/reserve",
        "/v1/delete",
        "/users/keys/delete",
        "/v1/ssh-public-key-upload",
      ]) {
        const json = {
          name: value,
          task_name: value,
          gpu_min: value,
          id: value,
          ssh_public_key: value,
          country: value,
        };
        const response = await call(path, { key: someone.apiKey, json });
        const status = value === HALF_A_CHARACTER ? 400 : 200;
        expect([path, value, response.status]).toEqual([path, value, status]);
        expect(["OK", "ERROR"]).toContain((await read(response))["retcode"]);
      }
    }
  });

  test("of ids that are not whole numbers from 1 removes no key", async () => {
    const { apiKey, sshKeyId } = await aPerson();
    for (const id of [true, `0x${sshKeyId.toString(16)}`, `${sshKeyId}e0`, [sshKeyId], sshKeyId + 0.5, 2 ** 31]) {
      expect(await read(await call("/users/keys/delete", { key: apiKey, json: { id } }))).toEqual({
        retcode: "ERROR",
        human_readable_message: "No such key. It may have been deleted.",
      });
    }
    const form = { id: String(sshKeyId) };
    expect(await read(await call("/users/keys/delete", { key: apiKey, form }))).toMatchObject({
      retcode: "OK",
    });
  });

  test("in path segments is not found: 404, M04", async () => {
    const admin = await aPerson({ role: "admin" });
    const segments = ["..%2f..%2fetc%2fpasswd", "' or 1=1 --", "%00", "999999999999", "-1", "1e3", "__proto__"];
    for (const segment of segments.map((text) => encodeURIComponent(decodeURIComponent(text)))) {
      for (const path of [
        `/users/get/${segment}`,
        `/users/get_stats/${segment}`,
        `/v1/tasks/${segment}`,
        `/v1/tasks/${segment}/logs`,
      ]) {
        const response = await call(path, { cookie: admin.cookie });
        expect([path, response.status]).toEqual([path, 404]);
        expect(await read(response)).toEqual({ retcode: "ERROR", human_readable_message: "Not found." });
      }
    }
  });

  test("in Authorization is 401", async () => {
    for (const key of ["", "mr_", "x".repeat(10_000), "' or 1=1 --", "mra_x", "mr_é"]) {
      const headers = { Authorization: encodeURI(key) };
      expect((await call("/v1/money", { cookie: someone.cookie, headers })).status).toBe(401);
    }
  });
});

describe("limits", () => {
  test("31 reserve calls in a minute by one account answer 429, M08, with Retry-After", async () => {
    const { apiKey } = await aPerson();
    const answers = await Promise.all(
      Array.from({ length: 31 }, () => call("/v1/reserve", { key: apiKey, json: { task_name: "" } })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    const [response] = refused;
    const seconds = Number(response?.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(0);
    expect(response && (await read(response))["human_readable_message"]).toBe(
      `Too many requests. Please wait ${seconds} seconds.`,
    );
  });

  test("the 121st public call, or guess of a key, from one address answers 429; other addresses continue", async () => {
    const client = "198.51.100.7";
    for (let n = 1; n <= 60; n += 1) {
      expect((await call("/v1/prices", { client })).status).toBe(200);
      expect((await call("/v1/money", { client, key: `mr_wrong${n}` })).status).toBe(401);
    }
    expect((await call("/v1/prices", { client })).status).toBe(429);
    expect((await call("/v1/money", { client, key: "mr_wrong" })).status).toBe(429);
    expect((await call("/v1/prices")).status).toBe(200);
    expect((await call("/healthz", { client })).status).toBe(200);
  });
});

test("keys: raw or after Bearer in any case; a new one ends the old one at once", async () => {
  const { transaction } = await import("~/platform/db.server");
  const { makeApiKey } = await import("~/accounts/inside/api-keys/make-api-key.server");
  const { readApiKey } = await import("~/accounts/read-api-key.server");
  const { userId, apiKey } = await aPerson();
  for (const value of [apiKey, `Bearer ${apiKey}`, `bEARER  ${apiKey}`]) {
    expect((await call("/v1/money", { headers: { Authorization: value } })).status).toBe(200);
  }
  const fresh = await transaction((tx) => makeApiKey(tx, { userId, now: new Date() }));
  expect(fresh).toMatch(/^mr_[\w-]{43}$/);
  expect((await call("/v1/money", { key: apiKey })).status).toBe(401);
  expect((await call("/v1/money", { key: fresh })).status).toBe(200);
  const shown = await readApiKey({ userId });
  expect([shown?.masked, shown?.whole()]).toEqual([`mr_…${fresh.slice(-4)}`, fresh]);
});
