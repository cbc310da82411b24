import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { rollUp } from "~/usage/roll-up.server";
import { listModelPrices, listUnpricedModels } from "~/usage/list-model-prices.server";
import { setModelPrice } from "~/usage/set-model-price.server";
import { aTenant, type TenantInWorld } from "../../support/world";
import { anEvent, send } from "./support/sending";

let admin: TenantInWorld;
let user: TenantInWorld;
const figures = { prompt: 1_000_000n, generated: 3_000_000n, cacheRead: 100_000n, cacheCreation: 1_250_000n };
const set = (model: string, more: Partial<Parameters<typeof setModelPrice>[0]> = {}) =>
  setModelPrice({ model, figures, by: admin.userId, requestId: "r-1", now: new Date(), ...more });
/** Sends an event without coins; returns the stored coins and price. */
const coinsOf = async (more: object) => {
  const event = anEvent(user, { coins: undefined, ...more });
  expect((await send(admin.apiKey, [event])).body).toMatchObject({ accepted: 1 });
  const [row] = await db.query<{ coins: number; unpriced: boolean; priced: boolean }>(
    `select coins::int as coins, unpriced, price_id is not null as priced from usage_event where key = $1`,
    [event.key],
  );
  return row && [row.coins, row.unpriced, row.priced];
};

beforeAll(async () => {
  admin = await aTenant({ role: "admin" });
  user = await aTenant();
});
beforeEach(async () => {
  await db.query("delete from model_price");
});

test("events without coins use the price list; without a price they cost 0 and are listed", async () => {
  await set("priced");
  await db.query(`update model_price set from_at = from_at - interval '1 hour'`);
  const tokens = { prompt_tokens: 10, generated_tokens: 5, cache_read_input_tokens: 7, cache_creation_input_tokens: 2 };
  expect(await coinsOf({ model: "priced", ...tokens })).toEqual([10 + 15 + 3, false, true]);
  expect(await coinsOf({ model: "priced", ...tokens, coins: 4 })).toEqual([4, false, false]);
  expect(await coinsOf({ model: "unknown-model", ...tokens })).toEqual([0, true, false]);
  await rollUp({ now: new Date() });
  expect(await listUnpricedModels({ now: new Date() })).toEqual([{ model: "unknown-model", events: 1 }]);
  await set("*", { figures: { ...figures, prompt: 0n } });
  await db.query(`update model_price set from_at = from_at - interval '1 hour' where model = '*'`);
  expect(await coinsOf({ model: "unknown-model", ...tokens })).toEqual([18, false, true]);
});

test("a new price changes no event before it, not even a late one", async () => {
  const now = Date.now();
  await db.query(
    `insert into model_price (model, from_at, prompt, generated, cache_read, cache_creation) values ('m', $1, 1000000, 0, 0, 0)`,
    [new Date(now - 3_600_000)],
  );
  await set("m", { figures: { ...figures, prompt: 2_000_000n, generated: 0n } });
  const tokens = { model: "m", prompt_tokens: 10, generated_tokens: 0 };
  expect(await coinsOf({ ...tokens, ts: now / 1000 - 5 })).toEqual([10, false, true]);
  expect(await coinsOf({ ...tokens, ts: Date.now() / 1000 + 1 })).toEqual([20, false, true]);
  expect(await coinsOf({ ...tokens, ts: now / 1000 - 7_200 })).toEqual([0, true, false]);
});

test("a price in the past, too far ahead or for a wrong name is refused; each change is audited", async () => {
  const now = new Date();
  const refused = (fields: object) => ({ details: { fields } });
  const later = (ms: number) => new Date(now.getTime() + ms);
  await expect(set("m", { now, fromAt: later(-120_000) })).rejects.toMatchObject(
    refused({ from_at: expect.stringContaining("past") }),
  );
  await expect(set("m", { now, fromAt: later(367 * 86_400_000) })).rejects.toMatchObject(
    refused({ from_at: expect.any(String) }),
  );
  await expect(set("a b", { now })).rejects.toMatchObject(refused({ model: expect.any(String) }));
  await expect(set("m", { now, figures: { ...figures, prompt: -1n } })).rejects.toMatchObject(
    refused({ prompt: expect.any(String) }),
  );
  const planned = later(30 * 86_400_000);
  await set("m", { now });
  await set("m", { now, fromAt: planned, figures: null });
  await expect(set("m", { now, fromAt: planned })).rejects.toMatchObject(
    refused({ from_at: expect.stringContaining("already") }),
  );
  expect(await listModelPrices({ now })).toMatchObject([
    { model: "m", state: "planned", prompt: null, setBy: admin.email },
    { model: "m", state: "present", prompt: 1_000_000, cacheCreation: 1_250_000 },
  ]);
  expect((await listModelPrices({ now: planned })).map(({ state }) => state)).toEqual(["present", "past"]);
  const audit = await db.query(
    `select action from audit_row where target = 'model:m' and request_id = 'r-1' and at = $1`,
    [now],
  );
  expect(audit).toHaveLength(2);
});
