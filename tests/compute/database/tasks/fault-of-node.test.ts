import { afterEach, expect, test } from "vitest";
import { readTasks } from "~/compute/lock-tasks.server";
import { db, transaction } from "~/platform/db.server";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { anEngine } from "../../../fleet/database/pilots/engine-world";
import { emptyCapacity, occupy } from "../capacity/reserving";

afterEach(emptyCapacity);

async function aPlace(resvGuid: string): Promise<string> {
  const { engineId } = await anEngine();
  const name = `mr-${resvGuid}-1`;
  await db.query(
    `insert into engine_place (name, resv_guid, attempt, engine_id, wanted_at) values ($1, $2, 1, $3, now())`,
    [...[name, resvGuid, engineId]],
  );
  return name;
}

test("a task has the fault of its GPU or of all GPUs of its node, and not one of another part", async () => {
  await theCatalogue();
  const [tenant, node] = [await aTenant({ dollars: 100 }), await aNode()];
  const id = await occupy(tenant, node, 1);
  await db.query(
    `update placement set running_at = now() - interval '1 hour',
       attempt = (select attempts + 1 from task where resv_guid = $1) where resv_guid = $1`,
    [id],
  );
  const faultWith = async (name: string, gpuId: number | null) => {
    await db.query(`delete from node_finding where node_id = $1`, [node.nodeId]);
    await db.query(
      `insert into node_finding (node_id, name, gpu, gpu_id, severity, action, text, count, first_at, last_at, agent_ts)
       values ($1, $2, '', $3, 'critical', 'reboot', 'It failed', 1, now(), now(), 1)`,
      [node.nodeId, name, gpuId],
    );
    return (await transaction((tx) => readTasks(tx, [id])))[0]?.fault;
  };
  expect(await faultWith("xid-79", 0)).toBe("It failed on GPU 0");
  expect(await faultWith("uvm-fatal", null)).toBe("It failed");
  expect(await faultWith("sxid-12028", null)).toBe("It failed");
  expect(await faultWith("xid-79", 7)).toBe("");
  expect(await faultWith("disk-full", null)).toBe("");
  // The report of a GPU that failed may come just after a task was placed on it.
  await db.query(`update placement set assigned_at = now() + interval '2 seconds' where resv_guid = $1`, [id]);
  expect(await faultWith("xid-79", 0)).toBe("");
  await db.query(`update node set health = 'error' where id = $1`, [node.nodeId]);
  expect(await faultWith("xid-79", 0)).toBe("It failed on GPU 0");
  // A pilot's agent is new: it reads in the kernel log also what failed, and was reset, long before its engine lent the GPU.
  await db.query(`update node set pilot_of = $2, pilot_rank = 0 where id = $1`, [node.nodeId, await aPlace(id)]);
  expect(await faultWith("xid-79", 0)).toBe("");
  // A condition holds now, although the agent's first look at it was before the admission.
  expect(await faultWith("rows-pending", 0)).toBe("It failed on GPU 0");
  await db.query(`delete from node_finding where node_id = $1`, [node.nodeId]);
});
