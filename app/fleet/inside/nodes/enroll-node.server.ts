import { transaction, type Tx, violatesUnique } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { Refusal } from "~/platform/refusal";
import { unauthorized } from "~/platform/unauthorized";
import { hashOf, makeSecret } from "./agent-secret.server";
import { M } from "~/fleet/messages";
import { nodeKeyOf } from "~/fleet/node-health";
import { RETIRED_MARK } from "~/fleet/retired-nodes.server";

/** The facts that an agent sends about its machine. */
export interface NewMachine {
  nodeName: string;
  nodeType: string;
  ipInternal: string;
  ipPublic: string | null;
  port: number;
  gpuType: string;
  gpus: number;
  /** Null: it reports none. */
  agentVersion: string | null;
  /** A key that the machine made and kept before it asked; null: it gets one. */
  agentKey?: string | null;
}

interface Enrolment extends NewMachine {
  token: string;
  now: Date;
}

/** The place of an engine in which a pilot runs, its rank in the gang, and its machine. */
export interface PilotOf {
  pilotOf: string;
  rank: number;
  host: string | null;
  hostGpus: number[];
  sshGateway: boolean;
}

export interface Enrolled {
  nodeId: number;
  nodeName: string;
  clusterName: string;
  agentKey: string;
}

/** GPU types of machines that simulate their GPUs. */
const SIMULATED_TYPE = /^demo/;

/**
 * Enrols a machine: its token is used up, and its cluster comes from the token (4.1, 6.7). The node starts in mode Norm
 * and gets no tasks before its first report. A name is free again once its node is retired. A machine that lost the
 * answer asks again with the same key. @throws Refusal 401 (token wrong, used, withdrawn or expired), 409 (name taken,
 * also after the `_` replacement).
 */
export async function enrollNode(given: Enrolment): Promise<Enrolled> {
  const { agentKey } = given;
  const { secret, hash } = agentKey ? { secret: agentKey, hash: hashOf(agentKey) } : makeSecret("mra_");
  try {
    return await transaction(async (tx) => {
      const clusterName = await useToken(tx, given);
      if (clusterName === null) return { ...(await enrolledBefore(tx, { ...given, hash })), agentKey: secret };
      await requireOwnMachines(tx, clusterName);
      const nodeId = await insertNode(tx, { ...given, clusterName, hash });
      await announce(tx, [{ entity: "node", key: given.nodeName }]);
      return { nodeId, nodeName: given.nodeName, clusterName, agentKey: secret };
    });
  } catch (error) {
    if (!violatesUnique(error)) throw error;
    throw Refusal.ofField("node_name", `The node name ${given.nodeName} is taken.`, { status: 409 });
  }
}

/** Uses the token in one statement, so that of two machines with one token exactly one is enrolled; null if it cannot be. */
async function useToken(tx: Tx, { token, nodeName, now }: Enrolment): Promise<string | null> {
  const [used] = await tx.query<{ clusterName: string }>(
    `update enrolment_token set used_at = $2, node_name = $3
     where hash = $1 and used_at is null and withdrawn_at is null and expires_at > $2
     returning cluster_name as "clusterName"`,
    [hashOf(token), now, nodeName],
  );
  return used?.clusterName ?? null;
}

/** The scheduler that backs a cluster has machines of its own; Millrace's planner places nothing there (20.1). */
async function requireOwnMachines(tx: Tx, clusterName: string): Promise<void> {
  const backed = await tx.query(`select from cluster where name = $1 and engine_id is not null for key share`, [
    clusterName,
  ]);
  if (backed.length > 0) throw new Refusal(M.clusterHasEngine({ clusterName }), { status: 409 });
}

/** Finds the node that this machine became with this token and key. */
async function enrolledBefore(
  tx: Tx,
  { token, nodeName, hash }: Enrolment & { hash: string },
): Promise<Omit<Enrolled, "agentKey">> {
  const [node] = await tx.query<Omit<Enrolled, "agentKey">>(
    `select n.id as "nodeId", n.node_name as "nodeName", n.cluster_name as "clusterName"
     from enrolment_token t join node n on n.node_name = t.node_name
     where t.hash = $1 and t.used_at is not null and n.node_name = $2 and n.agent_key_hash = $3 and n.retired_at is null and n.pilot_of is null`,
    [hashOf(token), nodeName, hash],
  );
  if (!node) throw unauthorized();
  return node;
}

const NO_PILOT = { pilotOf: null, rank: null, host: null, hostGpus: [], sshGateway: false };

type NewNode = NewMachine & Partial<PilotOf> & { clusterName: string; hash: string; now: Date };

/** Stores a new node, or with a place a pilot. Returns its id. */
export async function insertNode(tx: Tx, given: NewNode): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into node (node_name, node_key, cluster_name, node_type, gpu_type, gpus, ip_internal, ip_public, port,
       simulated, agent_key_hash, enrolled_at, agent_version, pilot_of, pilot_rank, host, host_gpus, ssh_gateway,
       version, sysinfo_version)
     select $nodeName, $nodeKey, $clusterName, $nodeType, $gpuType, $gpus, $ipInternal, $ipPublic, $port, $simulated, $hash,
       $now, $agentVersion, $pilotOf, $rank, $host, $hostGpus::int[], $sshGateway,
       coalesce(max(version) + 1, 0), coalesce(max(sysinfo_version) + 1, 0)
     from node where retired_at is not null and split_part(node_name, '${RETIRED_MARK}', 1) = $nodeName
     returning id`,
    { ...NO_PILOT, ...given, nodeKey: nodeKeyOf(given.nodeName), simulated: SIMULATED_TYPE.test(given.nodeType) },
  );
  if (!row) throw new Error("the node was not stored");
  return row.id;
}
