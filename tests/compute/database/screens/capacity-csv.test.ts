import { beforeAll, describe, expect, test } from "vitest";
import { loader as free } from "~/compute/screens/free-capacity/route";
import { loader as scheduled } from "~/compute/screens/scheduled/route";
import { aNode, theCatalogue } from "../../../support/world";
import { aTask, aTenantRow } from "../tasks/support";
import { csvFile } from "../../../platform/database/screens/csv-file";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});

describe("Files of capacity", () => {
  test("contains the queue of every cluster, next one first, and defuses a name that a spreadsheet would run", async () => {
    const tenantId = await aTenantRow();
    await aTask({ tenantId, state: "queued", taskName: "second", position: 2 });
    const resvGuid = await aTask({ tenantId, state: "queued", taskName: "=first()", position: 1, gpus: 4 });
    await aTask({ tenantId, state: "running", taskName: "runs" });
    const { name, rows } = await csvFile(scheduled, staff.support, "/dashboard/scheduled?format=csv");
    expect(name).toContain("millrace-scheduled.csv");
    expect(rows.map((row) => row["Task"])).toEqual(["'=first()", "second"]);
    expect(rows[0]).toMatchObject({
      Cluster: "fra1",
      Position: "1",
      "Task ID": resvGuid,
      "GPU type": "a5000",
      GPUs: "4",
      Since: "2026-03-01T11:00:00.000Z",
      Reason: "",
    });
  });

  test("contains free capacity with the two figures for staff", async () => {
    await aNode({ gpus: 8 });
    await aNode({ gpus: 4, drain: 1 });
    const { rows } = await csvFile(free, staff.support, "/dashboard/free?format=csv");
    const row = rows.find((one) => one["Cluster"] === "fra1" && one["GPU type"] === "a5000");
    expect(row).toEqual({
      Cluster: "fra1",
      "GPU type": "a5000",
      Nodes: "1",
      GPUs: "8",
      "Fragmented GPUs": expect.any(String) as string,
      Held: "0",
      "Out of service": "4",
    });
  });
});
