import { db } from "~/platform/db.server";
import type { Contact } from "./inside/nodes/contact/judge-contact";
import { OPEN_FINDINGS } from "./inside/nodes/findings/finding-sql";
import type { OpenFinding } from "./inside/nodes/findings/open-finding";
import type { NodeHealth } from "./node-health";

/** A row of `GET /v1/nodes` (3.2). `ip_public` and `gpu_type` are left out when unknown. */
export interface NodeRow {
  node_name: string;
  node_type: string;
  ip_internal: string;
  ip_public?: string;
  port: number;
  gpu_type?: string;
  /** 0 Norm, 1 Drain, 2 Upgrade */
  drain: number;
  cluster_name: string;
  health: NodeHealth;
  /** Steadiness of its reports; a suspect node gets no tasks. */
  contact: Contact;
  /** True if it fell silent too often recently, and gets no tasks until it has been steady for a while. */
  flapping: boolean;
  /** True if it gets no tasks until its self-test has passed. */
  awaits_test: boolean;
  /** Faults of the node, the worst first. */
  findings: OpenFinding[];
  /** Version of the `node` event. */
  version: number;
}

type Stored = Omit<NodeRow, "ip_public" | "gpu_type"> & { ip_public: string | null; gpu_type: string };

/** Lists every enrolled node by name, or those in `names`. */
export async function listNodes({ names = null }: { names?: readonly string[] | null } = {}): Promise<NodeRow[]> {
  const rows = await db.query<Stored>(
    `select node_name, node_type, ip_internal, ip_public, port, gpu_type, drain, cluster_name, health, contact, flapping, awaits_test,
       ${OPEN_FINDINGS} as findings, version
     from node n where retired_at is null and ($1::text[] is null or node_name = any($1)) order by node_name`,
    [names],
  );
  return rows.map(({ ip_public, gpu_type, ...node }) => ({
    ...node,
    ...(ip_public === null ? {} : { ip_public }),
    ...(gpu_type === "" ? {} : { gpu_type }),
  }));
}
