import { db } from "~/platform/db.server";

interface LinkOf {
  nodeId: number;
  linkId: string;
}

/** Records which worker holds an agent's connection for terminals and ports: the newest one counts. */
export async function noteAgentLink(link: LinkOf & { workerUrl: string; now: Date }): Promise<void> {
  await db.query(
    `insert into agent_link (node_id, link_id, worker_url, connected_at) values ($1, $2, $3, $4)
     on conflict (node_id) do update set link_id = $2, worker_url = $3, connected_at = $4`,
    [link.nodeId, link.linkId, link.workerUrl, link.now],
  );
}

/** Records a connection again if its record is missing: the database may have been away, or replaced by a restore. */
export async function keepAgentLink(link: LinkOf & { workerUrl: string; now: Date }): Promise<void> {
  await db.query(
    `insert into agent_link (node_id, link_id, worker_url, connected_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [link.nodeId, link.linkId, link.workerUrl, link.now],
  );
}

/** Removes the record of a closed connection; a newer one, of any worker, stays. */
export async function forgetAgentLink({ nodeId, linkId }: LinkOf): Promise<void> {
  await db.query(`delete from agent_link where node_id = $1 and link_id = $2`, [nodeId, linkId]);
}
