import { db } from "~/platform/db.server";
import type { DesiredChore } from "./agent-chores";
import type { ClearedFinding } from "./agent-findings";
import { type DesiredCopy, VOLUMES_GONE_MAX } from "./agent-volumes";
import { type Desired, type DesiredTask } from "./agent-messages";
import { decrypt } from "~/platform/secret.server";
import { openEnvironment } from "~/compute/template-environment.server";
import { NODE_REACHES_VOLUME, VOLUME_HOLDS_DATA, VOLUME_IS_TO_GO } from "~/compute/volume-sql.server";
import { CHORE_ID } from "./inside/nodes/chores/chore-sql";
import { CLEARED_FINDINGS } from "./inside/nodes/findings/finding-sql";
import { DRAIN_UPGRADE } from "./node-health";
import { unauthorized } from "~/platform/unauthorized";
import { taskSize } from "~/compute/task-size";

interface Pulled {
  reference: string;
  digest: string;
  registry_username: string;
  registry_password_encrypted: string | null;
}

interface Image extends Pulled {
  os_name: string;
}

type Row = Omit<DesiredTask, "gang" | "ssh_public_keys" | "cpu_cores" | "mem_mb" | "disk_gb" | "environment"> & {
  image: Image | null;
  /** Image that the task's template names instead; its reference is not empty then. */
  pulled: Pulled;
  ssh_public_key: string;
  /** Encrypted. */
  environment: string;
  rank: number;
  peers: string[];
};

interface NodeRow {
  nodeId: number;
  epoch: string;
  version: number;
  drain: number;
  chores: DesiredChore[];
  cleared: ClearedFinding[];
  tasks: Row[];
  volumesGone: string[];
  copies: DesiredCopy[];
}

/** @throws Refusal 401 if the node was retired meanwhile. */
export async function readDesired({ nodeId }: { nodeId: number }): Promise<Desired> {
  const desired = (await readDesiredOf({ nodeIds: [nodeId] })).get(nodeId);
  if (!desired) throw unauthorized();
  return desired;
}

/**
 * Reads the desired states for the agents of nodes (4.1): everything that holds GPUs there, with `run` false for tasks
 * that are to stop. One statement reads it with its version, so the version never promises less than the list holds.
 * Omits retired nodes.
 */
export async function readDesiredOf({ nodeIds }: { nodeIds: readonly number[] }): Promise<Map<number, Desired>> {
  const nodes = await db.query<NodeRow>(
    `select n.id as "nodeId", i.epoch, coalesce((
       select jsonb_agg(jsonb_build_object('id', ${CHORE_ID}, 'kind', c.kind) order by c.kind, c.id) from node_chore c
       where c.node_id = n.id and c.state in ('wanted', 'running')
         and (c.kind <> 'maintenance' or n.drain = ${DRAIN_UPGRADE})), '[]') as chores, ${CLEARED_FINDINGS} as cleared, n.desired_version as version, n.drain, coalesce((
       select jsonb_agg(jsonb_build_object('placement_id', p.placement_id, 'resv_guid', t.resv_guid,
         'task_name', t.task_name, 'tenant_name', tenant.tenant_name, 'stand_in', t.stand_in is not null, 'stand_in_kind', t.stand_in, 'tenant_image', t.tenant_image,
         'image', (select to_jsonb(image) from image where image.tenant_image = t.tenant_image),
         'gpus', p.gpus, 'run', p.run, 'ran', p.running_at is not null, 'network', t.network, 'agent', t.agent,
         'pulled', jsonb_build_object('reference', t.image_ref, 'digest', t.image_digest,
           'registry_username', t.registry_username, 'registry_password_encrypted', t.registry_password_encrypted),
         'image_own', t.own_image, 'start_command', t.start_command, 'environment', t.environment, 'http_ports', t.http_ports,
         'volumes', coalesce((select jsonb_agg(jsonb_build_object('volume_id', link.volume_id, 'path', link.path,
             'read_only', link.read_only) || case when ${VOLUME_HOLDS_DATA} then '{"used": true}'::jsonb else '{}' end order by link.path)
           from task_volume link join volume using (volume_id) where link.resv_guid = t.resv_guid), '[]'),
         'ssh_public_key', t.ssh_public_key, 'rank', p.rank, 'peers', (
           select jsonb_agg(peer_node.ip_internal order by peer.rank)
           from placement peer join node peer_node on peer_node.id = peer.node_id
           where peer.resv_guid = p.resv_guid and peer.attempt = p.attempt)) order by p.assigned_at, p.placement_id)
       from placement p join task t on t.resv_guid = p.resv_guid join tenant on tenant.id = t.tenant_id
       where p.node_id = n.id and p.ended_at is null), '[]') as tasks,
       array(select volume.volume_id::text from volume where ${VOLUME_IS_TO_GO} and ${NODE_REACHES_VOLUME}
         order by volume.state_at, volume.volume_id limit ${VOLUMES_GONE_MAX}) as "volumesGone",
       coalesce((select jsonb_agg(copy) from (
         select volume_id, copy_of as source_id from volume where copy_node_id = n.id and state = 'copying'
         order by created_at, volume_id limit ${VOLUMES_GONE_MAX}) copy), '[]') as copies
     from node n, installation i where n.id = any($1::int[]) and n.retired_at is null`,
    [nodeIds],
  );
  return new Map(nodes.map((node) => [node.nodeId, asDesired(node)]));
}

function asDesired(node: NodeRow): Desired {
  return {
    epoch: node.epoch,
    version: node.version,
    drain: node.drain,
    maintenance: node.drain === DRAIN_UPGRADE && node.tasks.length === 0,
    cleared_findings: node.cleared,
    chores: node.tasks.length === 0 ? node.chores : [],
    ...(node.volumesGone.length > 0 ? { volumes_gone: node.volumesGone } : {}),
    ...(node.copies.length > 0 ? { volume_copies: node.copies } : {}),
    tasks: node.tasks.map(({ rank, peers, ssh_public_key, environment, image, pulled, ...task }) => ({
      // The catalogue's credentials never go where a template's reference leads.
      ...pulledFrom(pulled.reference === "" ? image : pulled),
      ...withoutEmpty(task),
      // A template's own image has no name in the catalogue; its reference is its name.
      image_name: pulled.reference === "" ? (image?.os_name ?? "") : pulled.reference,
      ...(environment === "" ? {} : { environment: openEnvironment(environment) }),
      ssh_public_keys: [ssh_public_key],
      gang: { rank, size: peers.length, peers },
      ...taskSize(task.gpus.length),
    })),
  };
}

/** Fields with which a node pulls the image; none without a reference. */
function pulledFrom(image: Pulled | null): Pick<DesiredTask, "image_ref" | "image_digest" | "image_auth"> {
  if (!image?.reference) return {};
  const { reference, digest, registry_username: username, registry_password_encrypted: encrypted } = image;
  // A password under another MILLRACE_SECRET cannot be read: the registry refuses, and the failed task shows that.
  const password = encrypted === null ? null : decrypt(encrypted);
  return {
    image_ref: reference,
    ...(digest === "" ? {} : { image_digest: digest }),
    ...(username === "" || password === null ? {} : { image_auth: { username, password } }),
  };
}

/** Leaves out container fields of tasks without one, so that older agents see the state they know. */
function withoutEmpty<Task extends Partial<DesiredTask>>(task: Task): Task {
  const { ran, stand_in, stand_in_kind, image_own, start_command, http_ports, volumes, ...rest } = task;
  return {
    ...rest,
    ...(ran ? { ran } : {}),
    ...(stand_in ? { stand_in, stand_in_kind } : {}),
    ...(image_own ? { image_own } : {}),
    ...(start_command ? { start_command } : {}),
    ...(http_ports?.length ? { http_ports } : {}),
    ...(volumes?.length ? { volumes } : {}),
  } as Task;
}
