import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { addCredit } from "~/money/add-credit.server";
import type { HouseAccount } from "~/money/ledger-accounts";
import { asUnits } from "~/money/units";
import { applyMigrations } from "../../../prisma/engine";
import { until } from "../../support/until";
import { startWorker } from "../../support/worker-process";
import { aTenant } from "../../support/world";

let tenantId: number;

beforeAll(async () => {
  ({ tenantId } = await aTenant({ dollars: 0 }));
});

test("a new house account of the program exists after migrating, and accepts its first posting", async () => {
  await fromBefore("promo");
  expect(await applyMigrations(env.DATABASE_URL)).toEqual([]);
  expect(await giveFrom("promo")).toBe(true);
});

test("a worker opens it as well, for a new version that was started without migrating", async () => {
  await fromBefore("adjustment");
  const worker = await startWorker();
  await until("the account", async () => {
    const found = await db.query(`select from ledger_account where kind = 'adjustment' and unit = 'usd'`);
    return found.length === 1;
  });
  await worker.end();
  expect(await giveFrom("adjustment")).toBe(true);
});

/** Turns it into an installation from before that account existed. */
async function fromBefore(account: HouseAccount): Promise<void> {
  await db.query(`delete from ledger_account where kind = $1`, [account]);
  await expect(giveFrom(account)).rejects.toThrow();
}

async function giveFrom(account: HouseAccount): Promise<boolean> {
  return await transaction((tx) =>
    addCredit(tx, {
      tenantId,
      units: asUnits(3600n),
      from: account,
      kind: "coupon",
      key: `first:${account}`,
      description: "",
      now: new Date(),
    }),
  );
}
