import { db, type Tx } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { joinSshAddr } from "./ssh-address";

/** A port of the gateway that leads to the task. */
export interface SshPort {
  port: number;
  resvGuid: string;
}

/** The ports of the SSH gateway and the name under which customers reach them; null without a gateway (19.4). */
export function sshGateway(): { host: string; first: number; last: number } | null {
  const { SSH_GATEWAY_HOST: host, SSH_GATEWAY_PORTS: ports } = env;
  return host && ports ? { host, ...ports } : null;
}

/** Returns the `ssh_addr` of a port of the gateway; null without a gateway. */
export function gatewayAddr(port: number): string | null {
  const gateway = sshGateway();
  return gateway && joinSshAddr({ host: gateway.host, port });
}

/**
 * Gives each placement a port for as long as it holds its GPUs. Ports never used come first, then the one whose last
 * placement ended first: a former customer's client may still know it. A placement may stay without one if all are taken.
 */
export async function giveSshPorts(tx: Tx, placementIds: readonly string[]): Promise<Map<string, number>> {
  const gateway = sshGateway();
  if (!gateway || placementIds.length === 0) return new Map();
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('ssh ports', 0))`);
  const given = await tx.query<{ placementId: string; port: number }>(
    `with free as (
       select g.port, row_number() over (order by p.ended_at nulls first, g.port) as nth
       from generate_series($first::int, $last::int) as g(port)
         left join ssh_port s on s.port = g.port left join placement p on p.placement_id = s.placement_id
       where s.port is null or p.ended_at is not null
     )
     insert into ssh_port (port, placement_id)
     select free.port, w.id from unnest($placementIds::uuid[]) with ordinality as w(id, nth) join free on free.nth = w.nth
     on conflict (port) do update set placement_id = excluded.placement_id
     returning placement_id as "placementId", port`,
    { first: gateway.first, last: gateway.last, placementIds },
  );
  return new Map(given.map(({ placementId, port }) => [placementId, port]));
}

/** Lists the ports at which the gateway listens: those of one task, or all. */
export async function listSshPorts({ resvGuid }: { resvGuid: string | null }): Promise<SshPort[]> {
  if (!sshGateway()) return [];
  return await db.query<SshPort>(
    `select s.port, p.resv_guid as "resvGuid" from ssh_port s join placement p on p.placement_id = s.placement_id
       join task t on t.resv_guid = p.resv_guid join node n on n.id = p.node_id
     where p.ended_at is null and t.finished_at is null and n.ssh_gateway
       and ($1::uuid is null or p.resv_guid = $1)`,
    [resvGuid],
  );
}
