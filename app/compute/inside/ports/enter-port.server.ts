import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { nodesOf } from "~/compute/gpu-sizes";
import { TASK_GPUS } from "~/compute/find-task-access.server";
import { portOrigin } from "~/compute/port-host";
import { makeTicket } from "~/compute/port-pass.server";

interface Asked {
  tenantId: number;
  sessionId: string;
  resvGuid: string;
  port: number;
  /** Node of the task, from 1. */
  node: number;
  /** Path at the port. */
  to: string;
  now: Date;
}

/** The URL at which a logged-in browser enters an open port of the tenant's task; null if there is none. */
export async function enterPort({ tenantId, sessionId, resvGuid, port, node, to, now }: Asked): Promise<string | null> {
  const [door] = await db.query<{ label: string; generation: number; gpus: number }>(
    `select d.label, d.generation, ${TASK_GPUS} as gpus from task_door d join task t on t.resv_guid = d.resv_guid
       join task_port o on o.resv_guid = d.resv_guid and o.port = $3
     where d.resv_guid = $1 and t.tenant_id = $2`,
    [resvGuid, tenantId, Number.isInteger(port) && port < 65_536 ? port : 0],
  );
  if (!door || env.TASK_HOST === undefined || !Number.isInteger(node) || node < 1 || node > nodesOf(door.gpus))
    return null;
  const { label, generation } = door;
  const ticket = makeTicket({ label, generation, port, node, sessionId }, now);
  return `${portOrigin({ port, node, label }, env.TASK_HOST)}/.millrace/enter?${new URLSearchParams({ ticket, to })}`;
}
