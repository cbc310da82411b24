import { db, sweep } from "~/platform/db.server";
import { readDrainTroubles } from "~/fleet/read-drain-troubles.server";
import { readRolling } from "~/fleet/inside/nodes/rolling/read-rolling.server";
import { startRolling } from "~/fleet/inside/nodes/rolling/start-rolling.server";
import { keepWindows } from "~/fleet/keep-windows.server";
import { readPlannedWork } from "~/fleet/read-planned-work.server";
import { readHeldPlans } from "~/fleet/inside/nodes/read-plans.server";
import { seedCatalogue } from "../../prisma/seed-catalogue";
import { openTenants } from "./billing-world";
import { heading, printMedian } from "./report";

const USERS = 1_000_000;
const NODES = 1_000;
const PLANS = 3;
const IN_A_PLAN = 200;
const CUSTOMERS = 1_000;

/** Planned work on every node: three rolling drains of 200 nodes, 200 drain plans, and 200 windows. Each node has four tasks. */
export async function benchPlannedWork(): Promise<void> {
  heading(`Planned work: ${NODES} nodes, all with a plan, ${NODES * 4} tasks, ${USERS.toLocaleString("en-US")} users`);
  const now = new Date();
  await seedCatalogue();
  await fill(now);
  await plan(now);
  const names = Array.from({ length: 50 }, (_, at) => `work-${String(at * 20 + 1).padStart(4, "0")}`);
  await printMedian("calendar, ms", () => readPlannedWork({ page: 1, size: 50, now }));
  await printMedian("plans on a page of the list, ms", () => readHeldPlans({ names, now }));
  const [first] = await db.query<{ id: number }>(`select min(id) as id from rolling_drain`);
  await printMedian("a plan of 200 nodes, with a new forecast, ms", () => readRolling({ id: first?.id ?? 0, now }));
  await printMedian("troubles on the dashboard, ms", () => readDrainTroubles({ now }));
  await printMedian("keep-windows, nothing due, ms", () => keepWindows({ now }));
}

async function plan(now: Date): Promise<void> {
  const [operator] = await db.query<{ id: number }>(
    `update user_account set role = 'admin' where id = (select min(id) from user_account) returning id`,
  );
  for (let number = 0; number < PLANS; number += 1)
    await startRolling({
      ...{ name: `Plan ${number}`, emptyBy: new Date(now.getTime() + 86_400_000), atOnce: 20, stayMinutes: 60 },
      nodeNames: Array.from(
        { length: IN_A_PLAN },
        (_, at) => `work-${String(number * IN_A_PLAN + at + 1).padStart(4, "0")}`,
      ),
      ...{ upgrade: false, note: "", userId: operator?.id ?? 0, requestId: "bench", now },
    });
  await db.query(
    `insert into drain_plan (node_id, empty_by, made_at) select id, $1::timestamptz + interval '1 day', $1 from node
     where node_name between 'work-0601' and 'work-0800'`,
    [now],
  );
  await db.query(
    `insert into maintenance_window (node_id, from_at, to_at, upgrade, auto_return, made_at)
     select id, $1::timestamptz + interval '2 days', $1::timestamptz + interval '3 days', false, true, $1 from node
     where node_name > 'work-0800'`,
    [now],
  );
  // The first run notifies.
  await keepWindows({ now });
  await db.query(`vacuum analyze`);
}

async function fill(now: Date): Promise<void> {
  await openTenants(CUSTOMERS, now);
  await sweep(async (connection) => {
    await connection.query(`set session_replication_role = replica`);
    await connection.query(`insert into tenant (tenant_name) select 'n' || n from generate_series(1, $1::int) n`, [
      USERS,
    ]);
    await connection.query(
      `insert into user_account (tenant_id, name, role, state) select id, tenant_name, 'customer', 'active' from tenant`,
    );
    await connection.query(
      `insert into node (node_name, node_key, cluster_name, node_type, gpu_type, gpus, ip_internal, port, health, rack,
         agent_key_hash, boot_id, reported_at)
       select 'work-' || lpad(n::text, 4, '0'), 'work_' || lpad(n::text, 4, '0'), 'fra1', 'gpu8', 'a5000', 8, '127.0.0.1', 22,
         'healthy', 'R' || n / 20, '', 'boot', $2 from generate_series(1, $1::int) n`,
      [NODES, now],
    );
    await connection.query(
      `with t as (
         insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted, tenant_image, ssh_public_key,
           state, accepted_gpu_pph, pph, accepted_at, state_at, placed_at, started_at, charged_to)
         select (select min(id) from tenant) + (n.id * 4 + part) % $2::int, 'work-' || n.id || '-' || part, 'fra1', 'a5000', 2, 2,
           'ubuntu22-cuda12', 'k', 'running', 95, 190, $1, $1, $1, $1, $1
         from node n, generate_series(0, 3) part
         returning resv_guid, split_part(task_name, '-', 2)::int as node_id, split_part(task_name, '-', 3)::int as part
       ), p as (
         insert into placement (resv_guid, node_id, gpus, state, desired_version, assigned_at, running_at)
         select resv_guid, node_id, array[part * 2, part * 2 + 1], 'running', 1, $1, $1 from t
         returning placement_id, node_id, gpus)
       insert into held_gpu (node_id, gpu, placement_id) select node_id, unnest(gpus), placement_id from p`,
      [now, CUSTOMERS],
    );
  });
  await db.query(`vacuum analyze`);
}
