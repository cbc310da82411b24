import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readLimitFunds } from "~/money/limit-funds.server";
import { limitKey } from "~/money/limit-key";
import { chargeRunning } from "~/money/charge-tasks.server";
import { M } from "~/messages";
import { growVolume } from "~/compute/inside/volumes/change-volume.server";
import { aMember } from "../../../support/team-world";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { aKeepingNode, aVolume } from "./a-volume";

const DAY_S = 86_400;
const START = new Date("2026-01-11T00:00:00Z");
const at = (seconds: number) => new Date(START.getTime() + seconds * 1000);
let owner: TenantInWorld;
let member: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  await aKeepingNode();
});
beforeEach(async () => {
  owner = await aTenant({ dollars: 1000, now: START });
  // 100 GB are $10 a month of 730 hours, $10.19 in one of 31 days.
  member = await aMember({ tenantId: owner.tenantId, role: "member", limitCents: 2_200 });
});

const make = (gb: number, by = member, seconds = 0) =>
  aVolume({ tenantId: owner.tenantId, userId: by.userId, gb, now: at(seconds) });
const grow = (volumeId: string, gb: number, by = member, seconds = 0) =>
  growVolume({ tenantId: owner.tenantId, userId: by.userId, volumeId, gb, now: at(seconds) });
const spentOf = async ({ userId }: TenantInWorld) =>
  await db.query<{ month: string; units: bigint }>(
    `select month::text, units from member_spend where tenant_id = $1 and user_id = $2 order by month`,
    [owner.tenantId, userId],
  );
const fundsOf = async (seconds: number) => {
  const { tenantId } = owner;
  const { userId } = member;
  return (await readLimitFunds(db, [{ tenantId, userId }], at(seconds))).get(limitKey("member", tenantId, userId));
};
const refused = M.memberLimitVolumes({ dollars: "$22.00" });

test("a member's volumes fit their limit in a whole month, however late in the month, and so do grown ones", async () => {
  const volumeId = await make(100, member, 20 * DAY_S);
  await expect(make(120, member, 20 * DAY_S)).rejects.toThrow(refused);
  await expect(grow(volumeId, 220, member, 20 * DAY_S)).rejects.toThrow(refused);
  await grow(volumeId, 210, member, 20 * DAY_S);
  await expect(make(10, member, 20 * DAY_S)).rejects.toThrow(refused);
  await make(1000, owner);
});

test("a member with a limit grows only their own volumes: others would count for nobody, or for somebody else", async () => {
  const volumeId = await make(100, owner);
  await expect(grow(volumeId, 110)).rejects.toThrow(M.growsOnlyOwn);
  await db.query(`update member set limit_cents = null where user_id = $1 and tenant_id = $2`, [
    member.userId,
    owner.tenantId,
  ]);
  await grow(volumeId, 110);
});

test("a volume's cost counts for its creator, in the month of the day, and its future cost belongs to no task", async () => {
  await make(100);
  await make(100, owner);
  const whole = (21n * BigInt(DAY_S) * 1_000n) / 730n;
  expect(await fundsOf(0)).toMatchObject({ availableUnits: 2_200n * 3_600n - whole });
  // A day is charged when it is over, and the last day of a month in the next month.
  await chargeRunning({ now: at(DAY_S + 60) });
  expect(await fundsOf(DAY_S + 60)).toMatchObject({ availableUnits: 2_200n * 3_600n - whole });
  await chargeRunning({ now: at(22 * DAY_S) });
  const spent = await spentOf(member);
  expect(spent.map(({ month }) => month)).toEqual(["2026-01-01", "2026-02-01"]);
  expect(spent[0]?.units).toBe(whole);
  expect(await spentOf(owner)).toEqual([]);
});
