import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { deleteVolume } from "~/compute/inside/volumes/change-volume.server";
import { watchVolumes } from "~/compute/watch-volumes.server";
import { env } from "~/platform/env.server";
import { renew } from "../../../../worker/up/backup/renew";
import { IN_BALANCE } from "../../../support/in-balance";
import { aTenant, theCatalogue } from "../../../support/world";
import { at, START } from "../../../money/database/billing/running-task";
import { aKeepingNode, aVolume, takenFor, volumeOf } from "./a-volume";

const HOUR = 3600;
const DAY = 24 * HOUR;

beforeAll(async () => {
  await theCatalogue();
  await aKeepingNode({ now: START });
});

test("between a backup and its restore a volume costs nothing, and an unpaid one loses no days", async () => {
  const { tenantId, userId } = await aTenant({ dollars: 10, now: START });
  const kept = await aVolume({ tenantId, userId, now: START, gb: 100 });
  const unpaid = await aVolume({ tenantId, userId, now: START, gb: 100 });
  await db.query(`update volume set state = 'unpaid', warned_days = 14, warned_at = state_at where volume_id = $1`, [
    unpaid,
  ]);
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await renew(client, { madeAt: at(HOUR).toISOString(), withoutSecret: false, now: at(20 * DAY) }).finally(() =>
    client.end(),
  );

  await watchVolumes({ now: at(20 * DAY) });
  expect((await volumeOf(unpaid)).state).toBe("kept");
  await deleteVolume({ tenantId, userId, volumeId: kept, now: at(20 * DAY + HOUR) });
  expect(await takenFor(kept)).toBe((100n * 10n * BigInt(2 * HOUR)) / 730n);
  expect(await checkLedger()).toEqual(IN_BALANCE);
});
