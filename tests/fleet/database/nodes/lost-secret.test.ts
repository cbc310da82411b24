import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readDesired } from "~/fleet/read-desired.server";
import { listTemplates } from "~/compute/list-templates.server";
import { aTenant, theCatalogue } from "../../../support/world";
import { aRunningTask } from "../../../money/database/billing/running-task";

/** A value as long as an encrypted one, not made with any of our secrets. */
const OF_ANOTHER = randomBytes(64).toString("base64url");

beforeAll(theCatalogue);

test("variables of another MILLRACE_SECRET are lost, and a node still gets its desired state", async () => {
  const { tenantId } = await aTenant();
  const { resvGuid, nodeIds } = await aRunningTask({ tenantId, pph: 100 });
  await db.query(`update task set environment = $2 where resv_guid = $1`, [resvGuid, OF_ANOTHER]);
  const { tasks } = await readDesired({ nodeId: nodeIds[0] ?? 0 });
  expect(tasks).toMatchObject([{ resv_guid: resvGuid, environment: {} }]);

  await db.query(`update template set environment = $1`, [OF_ANOTHER]);
  expect((await listTemplates({ tenantId: null })).flatMap(({ environment }) => environment)).toEqual([]);
});
