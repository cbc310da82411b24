import { expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { openHouseAccounts } from "~/money/open-accounts.server";
import { centsToUnits } from "~/money/units";
import { asCoins } from "~/money/coins";
import { spendCoins } from "~/money/spend-coins.server";
import { findUsers } from "~/staff/find-users.server";
import { listTopPaid } from "~/staff/inside/users/list-top-paid.server";
import { readFiguresTs } from "~/staff/read-figures-age.server";
import { readUsers } from "~/staff/read-users.server";
import { refreshFigures } from "~/staff/refresh-figures.server";
import { EVERYONE } from "~/staff/user-filter";
import { aTenant, credit } from "../../../support/world";

const DAY_MS = 86_400_000;
const now = new Date("2024-03-01T12:00:00Z");
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);

const spend = (tenantId: number, coins: bigint, at: Date) =>
  transaction((tx) =>
    spendCoins(tx, [{ tenantId, coins: asCoins(coins), key: `${tenantId}:${at.getTime()}`, description: "", at }]),
  );

test("top users are the tenants with the most coins spent in 30 days, as of the last reading (A10)", async () => {
  await openHouseAccounts(db);
  const [one, two, three] = [
    await aTenant({ dollars: 0 }),
    await aTenant({ dollars: 0 }),
    await aTenant({ dollars: 0 }),
  ];
  await spend(one.tenantId, 5_000_000n, ago(2));
  await spend(one.tenantId, 230_000n, now);
  await spend(two.tenantId, 9_000_000n, ago(29));
  await spend(three.tenantId, 99_000_000n, ago(31));
  expect(await readFiguresTs()).toBeNull();
  await refreshFigures({ now });
  const top = async () => (await listTopPaid()).map(({ tenantName, coins }) => [tenantName, coins]);
  expect(await top()).toEqual([
    [two.tenantName, 9_000_000n],
    [one.tenantName, 5_230_000n],
  ]);
  expect(await readFiguresTs()).toBe(now.getTime() / 1000);
  // A day leaves the 30 days without any movement.
  await refreshFigures({ now: ago(-1) });
  expect(await top()).toEqual([[one.tenantName, 5_230_000n]]);
});

test("balances are read for tenants with movements, with the same result twice", async () => {
  const tenant = await aTenant({ dollars: 12.5, now });
  await refreshFigures({ now });
  const balanceOf = async () => (await readUsers([tenant.userId]))[0]?.balance;
  expect(await balanceOf()).toBe(centsToUnits(1250n));
  await credit({ tenantId: tenant.tenantId, dollars: 2.5, now });
  await refreshFigures({ now });
  await refreshFigures({ now });
  expect(await balanceOf()).toBe(centsToUnits(1500n));
  const { ids } = await findUsers({ filter: EVERYONE, sort: "balance", page: 1, now });
  expect(ids[0]).toBe(tenant.userId);
});
