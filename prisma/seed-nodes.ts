import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import { db } from "~/platform/db.server";
import { RETIRED_MARK } from "~/fleet/retired-nodes.server";

interface DemoNode {
  node_name: string;
  node_type: string;
  cluster_name: string;
  gpu_type: string;
  gpus: number;
  ibs_active: number;
  rack: string;
  labels: string[];
}

const plan = [
  {
    cluster_name: "fra1",
    gpu_type: "a5000",
    gpus: 8,
    count: 6,
    ibs_active: 1,
    rack: "R1",
    labels: ["generation=2024"],
  },
  {
    cluster_name: "fra1",
    gpu_type: "a5000",
    gpus: 4,
    count: 2,
    ibs_active: 1,
    rack: "R2",
    labels: ["generation=2023"],
  },
  {
    cluster_name: "ams2",
    gpu_type: "a100",
    gpus: 8,
    count: 2,
    ibs_active: 0,
    rack: "R1",
    labels: ["generation=2024", "water"],
  },
];

const KeptKey = z.object({ node_name: z.string(), agent_key: z.string().startsWith("mra_").min(47) });

const FIRST_PORT = 22001;

/**
 * Seeds the demo nodes (B15), enrolled with keys that `file` keeps for the demo agent. A node without a key in the file
 * gets a new one, so a lost file repairs itself; a retired node stays retired.
 */
export async function seedNodes({ file, now }: { file: string; now: Date }): Promise<void> {
  const known = await readKeys(file);
  const gone = await readRetired();
  const nodes = demoNodes()
    .filter((node) => !gone.has(node.node_name))
    .map((node) => ({ ...node, agent_key: known.get(node.node_name) ?? newKey() }));
  // The file first: the agent could never get a key that only the database has.
  await writeFile(`${file}.new`, JSON.stringify(nodes, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
  await db.query(
    `insert into node (node_name, node_key, cluster_name, node_type, gpu_type, gpus, ibs_active, ip_internal, port,
       simulated, agent_key_hash, enrolled_at, rack, labels)
     select n.node_name, regexp_replace(n.node_name, '[^A-Za-z0-9]', '_', 'g'), n.cluster_name, n.node_type, n.gpu_type,
       n.gpus, n.ibs_active, '127.0.0.1', ${FIRST_PORT} + n.place::int - 1, true,
       encode(sha256(convert_to(n.agent_key, 'UTF8')), 'hex'), $2, n.rack, n.labels
     from rows from (jsonb_to_recordset($1::jsonb) as (node_name text, node_type text, cluster_name text,
       gpu_type text, gpus int, ibs_active int, agent_key text, rack text, labels text[])) with ordinality
       as n(node_name, node_type, cluster_name, gpu_type, gpus, ibs_active, agent_key, rack, labels, place)
     on conflict (node_name) do update set agent_key_hash = excluded.agent_key_hash
       where node.simulated and node.agent_key_hash <> excluded.agent_key_hash`,
    [JSON.stringify(nodes), now],
  );
  await seedFindings(now);
}

/** Seeds two past findings, as examples for a node's page. Their texts state that they are made up. */
async function seedFindings(now: Date): Promise<void> {
  await db.query(
    `insert into node_finding (node_id, name, gpu_id, severity, action, text, count, first_at, last_at, cleared_at)
     select n.id, f.name, f.gpu_id, f.severity, f.action, f.text || ' (demo)', f.times,
       $1::timestamptz - f.days * interval '1 day', $1::timestamptz - f.days * interval '1 day' + interval '9 minutes',
       $1::timestamptz - f.days * interval '1 day' + interval '50 minutes'
     from node n cross join (values
       ('xid-63', 5, 'warning', 'watch', 'Xid 63, memory row remapped or page retired', 2, 6),
       ('thermal-slowdown', 2, 'warning', 'inspect', 'too hot, slowed down by the hardware', 3, 11))
       as f(name, gpu_id, severity, action, text, times, days)
     where n.simulated and n.node_name = 'fra1-a5000-01' and n.retired_at is null
       and not exists (select from node_finding known where known.node_id = n.id)`,
    [now],
  );
}

/** Reads names of retired nodes that no demo node has used since. */
async function readRetired(): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    `select split_part(node_name, '${RETIRED_MARK}', 1) as name from node where retired_at is not null
     except select node_name from node where retired_at is null and simulated`,
  );
  return new Set(rows.map(({ name }) => name));
}

function demoNodes(): DemoNode[] {
  const places = new Map<string, number>();
  return plan.flatMap(({ count, ...kind }) =>
    Array.from({ length: count }, () => {
      const place = (places.get(kind.cluster_name) ?? 0) + 1;
      places.set(kind.cluster_name, place);
      const node_name = `${kind.cluster_name}-${kind.gpu_type}-${String(place).padStart(2, "0")}`;
      return { node_name, node_type: `demo${kind.gpus}`, ...kind };
    }),
  );
}

/** Reads the kept keys. A node without a key in a cut or foreign file gets a new one. */
async function readKeys(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, "utf8").catch(() => "");
  try {
    const rows = z.array(KeptKey).parse(JSON.parse(text));
    return new Map(rows.map((row) => [row.node_name, row.agent_key]));
  } catch {
    return new Map();
  }
}

function newKey(): string {
  return `mra_${randomBytes(32).toString("base64url")}`;
}
