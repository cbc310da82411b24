import { db } from "~/db.server";
import { env } from "~/env.server";
import { portOrigin } from "./port-host";
import { makeTicket } from "./port-pass.server";

interface Asked {
  tenantId: number;
  sessionId: string;
  resvGuid: string;
  port: number;
  /** Path at the port. */
  to: string;
  now: Date;
}

/** The address by which a logged-in browser comes in at an open port of an own task; null where there is none. */
export async function enterPort({ tenantId, sessionId, resvGuid, port, to, now }: Asked): Promise<string | null> {
  const [door] = await db.query<{ label: string; generation: number }>(
    `select d.label, d.generation from task_door d join task t on t.resv_guid = d.resv_guid
       join task_port o on o.resv_guid = d.resv_guid and o.port = $3
     where d.resv_guid = $1 and t.tenant_id = $2`,
    [resvGuid, tenantId, Number.isInteger(port) && port < 65_536 ? port : 0],
  );
  if (!door || env.TASK_HOST === undefined) return null;
  const ticket = makeTicket({ ...door, port, sessionId }, now);
  return `${portOrigin({ port, label: door.label }, env.TASK_HOST)}/.millrace/enter?${new URLSearchParams({ ticket, to })}`;
}
