import { db } from "~/db.server";
import type { Desired, DesiredTask } from "~/domain/agent/messages";
import { DRAIN_UPGRADE } from "./node-health";
import { taskSize } from "./task-size";

type Row = Omit<DesiredTask, "gang" | "ssh_public_keys" | "cpu_cores" | "mem_mb" | "disk_gb"> & {
  ssh_public_key: string;
  rank: number;
  peers: string[];
};

/**
 * What a node shall run now, as its agent is told (4.1): everything that holds GPUs there, with `run` false for what
 * shall stop. Read by one statement with its version, so the version never promises less than the list holds.
 */
export async function readDesired({ nodeId }: { nodeId: number }): Promise<Desired> {
  const [node] = await db.query<{ epoch: string; version: number; drain: number; tasks: Row[] }>(
    `select i.epoch, n.desired_version as version, n.drain, coalesce((
       select jsonb_agg(jsonb_build_object('placement_id', p.placement_id, 'resv_guid', t.resv_guid,
         'task_name', t.task_name, 'tenant_name', tenant.tenant_name, 'tenant_image', t.tenant_image,
         'image_name', coalesce((select os_name from image where image.tenant_image = t.tenant_image), ''),
         'gpus', p.gpus, 'run', p.run, 'network', t.network, 'agent', t.agent,
         'ssh_public_key', t.ssh_public_key, 'rank', p.rank, 'peers', (
           select jsonb_agg(peer_node.ip_internal order by peer.rank)
           from placement peer join node peer_node on peer_node.id = peer.node_id
           where peer.resv_guid = p.resv_guid and peer.attempt = p.attempt)) order by p.assigned_at, p.placement_id)
       from placement p join task t on t.resv_guid = p.resv_guid join tenant on tenant.id = t.tenant_id
       where p.node_id = n.id and p.ended_at is null), '[]') as tasks
     from node n, installation i where n.id = $1 and n.retired_at is null`,
    [nodeId],
  );
  if (!node) throw new Error(`there is no node ${nodeId}`);
  return {
    epoch: node.epoch,
    version: node.version,
    drain: node.drain,
    maintenance: node.drain === DRAIN_UPGRADE && node.tasks.length === 0,
    tasks: node.tasks.map(({ rank, peers, ssh_public_key, ...task }) => ({
      ...task,
      ssh_public_keys: [ssh_public_key],
      gang: { rank, size: peers.length, peers },
      ...taskSize(task.gpus.length),
    })),
  };
}
