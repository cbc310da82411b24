import { beforeAll, describe, expect, test } from "vitest";
import { readQueues } from "~/compute/inside/capacity/read-queues.server";
import { readScheduled } from "~/compute/read-scheduled.server";
import { loader } from "~/compute/screens/scheduled/route";
import { theCatalogue } from "../../../support/world";
import { get } from "../../../accounts/database/screens/visit";
import { aTask, aTenantRow } from "../tasks/support";
import { csvFile } from "../../../platform/database/screens/csv-file";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const WAITING = 130;

let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  const tenantId = await aTenantRow();
  for (let position = 1; position <= WAITING; position += 1) {
    await aTask({ tenantId, state: "queued", taskName: `waits-${position}`, position });
  }
  await aTask({ tenantId, state: "queued", taskName: "not-looked-at" });
  await aTask({ tenantId, state: "running", taskName: "runs" });
});

const shown = (query = "") => loader(get(staff.support, `/dashboard/scheduled${query}`));

describe("A long queue", () => {
  test("shows its first 25 tasks and their total; a cluster without a queue is listed too", async () => {
    const { clusters } = await shown();
    const [fra1, ...others] = clusters;
    expect(fra1?.parts).toMatchObject([{ cluster: "fra1", gpuType: "a5000", all: WAITING + 1, rows: { length: 25 } }]);
    expect(fra1?.parts[0]?.rows.map((row) => row.position)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
    expect(others).toEqual([{ name: "ams2", parts: [] }]);
  });

  test("can be read by itself in pages of 100; beyond its end the last one is shown", async () => {
    const names = async (query: string) =>
      (await shown(query)).clusters.flatMap(({ parts }) =>
        parts.flatMap(({ rows }) => rows.map((row) => row.task_name)),
      );
    expect(await names("?queue=fra1:a5000")).toHaveLength(100);
    const last = await names("?queue=fra1:a5000&page=2");
    expect([last.length, last[0], last.at(-1)]).toEqual([31, "waits-101", "not-looked-at"]);
    expect(await names("?queue=fra1:a5000&page=77")).toEqual(last);
    expect(await names("?queue=fra1:h100")).toEqual([]);
  });

  test("has the rows and the order of GET /v1/scheduled", async () => {
    const [part] = await readQueues({ offset: 0, limit: 1000 });
    expect(part?.rows).toEqual((await readScheduled({ now: new Date() }))["fra1"]);
  });

  test("is available as a file with all of its tasks", async () => {
    const { rows } = await csvFile(loader, staff.support, "/dashboard/scheduled?format=csv&queue=fra1:a5000");
    expect(rows).toHaveLength(WAITING + 1);
    const others = await csvFile(loader, staff.support, "/dashboard/scheduled?format=csv&queue=ams2:a100");
    expect(others.rows).toHaveLength(0);
  });
});
