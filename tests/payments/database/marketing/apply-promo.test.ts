import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { call, read } from "../../../contract/support/call";
import { aPerson } from "../../../contract/support/people";
import { theCatalogue } from "../../../support/world";
import { aCode, moneyOf } from "./codes";

beforeAll(async () => {
  await theCatalogue();
  await aCode({ code: "WELCOME10" });
});

const GET = "/v1/apply-promo?code=WELCOME10";
const applied = {
  retcode: "OK",
  human_readable_message: "Code applied: $10.00 added to your balance.",
  benefit: "balance_credit",
  dollars_added: 10,
};
const nobody = () => aPerson({ dollars: 0 });

describe("7: a GET that another site causes", () => {
  test.each([
    ["a link on another site", { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" }],
    ["an image on another site", { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image" }],
    ["the address bar", { "Sec-Fetch-Site": "none" }],
    ["a link on our own page", { "Sec-Fetch-Site": "same-origin" }],
    ["a script on another site", { "X-Requested-With": "XMLHttpRequest", Origin: "https://evil.example" }],
    [
      "our script, as a prefetch",
      { "X-Requested-With": "XMLHttpRequest", "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch" },
    ],
  ])("as %s redeems nothing: 403, M03", async (_who, headers: Record<string, string>) => {
    const person = await nobody();
    const response = await call(GET, { cookie: person.cookie, headers });
    expect([response.status, await read(response)]).toEqual([
      403,
      { retcode: "ERROR", human_readable_message: M.foreignOrigin },
    ]);
    expect((await moneyOf(person.tenantId)).balance).toBe(0n);
  });

  test("shows a person who followed a link a page that links to billing", async () => {
    const person = await nobody();
    const headers = { "Sec-Fetch-Site": "cross-site", Accept: "text/html" };
    const response = await call(GET, { cookie: person.cookie, headers });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('href="/billing"');
    expect((await moneyOf(person.tenantId)).balance).toBe(0n);
  });

  test("and HEAD and OPTIONS: 405, also with a key", async () => {
    const person = await nobody();
    for (const method of ["HEAD", "OPTIONS"]) {
      for (const who of [{ key: person.apiKey }, { cookie: person.cookie, script: true }]) {
        const response = await call(GET, { method, ...who });
        expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, POST"]);
      }
    }
    expect((await moneyOf(person.tenantId)).balance).toBe(0n);
  });
});

describe("A code is redeemed", () => {
  test("by GET and POST with a key, and by our own script", async () => {
    const ways = [
      async () => call(GET, { key: (await nobody()).apiKey }),
      async () => call("/v1/apply-promo", { key: (await nobody()).apiKey, json: { code: " welcome10 " } }),
      async () => call(GET, { cookie: (await nobody()).cookie, script: true }),
      async () =>
        call("/v1/apply-promo", {
          cookie: (await nobody()).cookie,
          script: true,
          form: { code: "Welcome10" },
        }),
    ];
    for (const way of ways) expect(await read(await way())).toEqual(applied);
  });

  test("44: once; a refusal gives its reason with status 200", async () => {
    await aCode({ code: "OVER", expiresAt: new Date(0) });
    await aCode({ code: "GONE", max: 1 });
    await db.query(`update promo_code set times_redeemed = 1 where code = 'GONE'`);
    const { apiKey: key } = await nobody();
    const answer = async (code: string) => {
      const response = await call("/v1/apply-promo", { key, json: { code } });
      return [response.status, ((await response.json()) as { human_readable_message: string }).human_readable_message];
    };
    expect(await answer("WELCOME10")).toEqual([200, applied.human_readable_message]);
    expect(await answer("welcome10 ")).toEqual([200, M.codeAlreadyUsed]);
    expect(await answer("NONE-SUCH")).toEqual([200, M.unknownCode]);
    expect(await answer("OVER")).toEqual([200, M.codeExpired]);
    expect(await answer("GONE")).toEqual([200, M.codeUsedUp]);
    expect(await answer("")).toEqual([200, M.codeRequired]);
    expect(await read(await call("/v1/apply-promo", { key }))).toMatchObject({
      human_readable_message: M.codeRequired,
    });
  });

  test("only with a confirmed address: M15, and the code is not used up", async () => {
    const person = await nobody();
    await db.query(`update user_account set state = 'unverified' where id = $1`, [person.userId]);
    expect(await read(await call(GET, { key: person.apiKey }))).toMatchObject({
      human_readable_message: M.confirmEmailFirst,
    });
    await db.query(`update user_account set state = 'active' where id = $1`, [person.userId]);
    expect(await read(await call(GET, { key: person.apiKey }))).toEqual(applied);
  });
});

describe("Guessing codes", () => {
  test("ends for an account after 10 tries in an hour: 429, M08, with the time to wait", async () => {
    const { apiKey: key } = await nobody();
    for (let number = 0; number < 10; number += 1) {
      const answer = await call("/v1/apply-promo", { key, json: { code: `GUESS-${number}` } });
      expect(answer.status).toBe(200);
    }
    const response = await call(GET, { key });
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(3500);
    expect((await read(response))["human_readable_message"]).toBe(M.tooManyRequests({ seconds }));
  });

  test("is no faster with many accounts on one network; known codes do not count", async () => {
    const client = "198.51.100.7";
    const wrong = async (number: number) =>
      (
        await call("/v1/apply-promo", {
          key: (await nobody()).apiKey,
          client,
          json: { code: `NO-${number}` },
        })
      ).status;
    for (let number = 0; number < 29; number += 1) expect(await wrong(number)).toBe(200);
    for (let number = 0; number < 3; number += 1) {
      expect(await read(await call(GET, { key: (await nobody()).apiKey, client }))).toEqual(applied);
    }
    expect(await wrong(30)).toBe(200);
    expect(await wrong(31)).toBe(429);
    const elsewhere = await call(GET, { key: (await nobody()).apiKey });
    expect(await read(elsewhere)).toEqual(applied);
  });
});
