import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { overDiskMessage } from "~/compute/over-disk";
import { theCatalogue } from "../../support/world";
import { aCustomer, aMachine, aRunningTask, noticesOf, pass, placementsOf, taskRow } from "./stage";

test("a task that its agent ended for its disk is stopped, notified, charged to its last report, and has no incident", async () => {
  await theCatalogue();
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await pass([machine], 15, 600);
  const message = overDiskMessage({ usedBytes: 201_400_000_000, mayBytes: 200e9 });
  for (const id of machine.running) machine.endFor(id, message);
  await pass([machine], 605, 615);

  const reason = "its files took 201.4 GB of the 200 GB it may store";
  expect(await taskRow(resvGuid)).toMatchObject({
    state: "killed",
    reason,
    exit_code: null,
    charged_seconds: 590,
    billed_cents: 15,
  });
  expect((await noticesOf(tenantId)).join()).toMatch(
    new RegExp(`was killed: ${reason}\\. Start it again and store less, or choose more GPUs`),
  );
  const events = await db.query<{ text: string }>(`select text from task_event where resv_guid = $1 order by id`, [
    resvGuid,
  ]);
  expect(events.map(({ text }) => text)).toContain(`stopped: ${reason}`);
  expect(await placementsOf(resvGuid)).toMatchObject([{ state: "stopped", incident: false }]);
});
