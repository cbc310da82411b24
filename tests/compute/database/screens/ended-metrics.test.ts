import { expect, test } from "vitest";
import { get } from "../../../accounts/database/screens/visit";
import { db } from "~/platform/db.server";
import type { Viewer } from "~/platform/http/access.server";
import { loadTask } from "~/compute/screens/task/load-task.server";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { occupy } from "../capacity/reserving";

const HOUR_S = 3600;
const now = new Date("2026-03-05T12:00:00Z");

test("charts of an ended task show its run up to its end, and a shorter range its last part", async () => {
  await theCatalogue();
  const tenant = await aTenant({ dollars: 0 });
  const resvGuid = await occupy(tenant, await aNode(), 1);
  await db.query(
    `update task set state = 'finished', started_at = $2::timestamptz - interval '30 hours',
       finished_at = $2::timestamptz - interval '26 hours' where resv_guid = $1`,
    [resvGuid, now],
  );
  await db.query(
    `insert into task_load (resv_guid, placement_id, at, cpu_pct, mem_mb)
     select p.resv_guid, p.placement_id, $2::timestamptz - hours * interval '1 hour', 50, 100
     from placement p, unnest(array[29.5, 28, 26.5]) hours where p.resv_guid = $1`,
    [resvGuid, now],
  );
  const shown = async (search: Record<string, string>) => {
    const viewer = { ...tenant, role: "customer" } as unknown as Viewer;
    const args = get(null, `/tasks/${resvGuid}?${new URLSearchParams({ tab: "metrics", ...search })}`);
    const { metrics } = await loadTask({ args, viewer, resvGuid, now });
    return [metrics?.range, metrics?.points_ts.length];
  };
  expect(await shown({})).toEqual([24 * HOUR_S, 3]);
  expect(await shown({ range: String(HOUR_S) })).toEqual([HOUR_S, 1]);
});
