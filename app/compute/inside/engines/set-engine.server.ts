import type { EngineSettings } from "~/compute/engine-settings";
import type { SiteKind } from "~/compute/engine-kinds";
import type { KubernetesSettings } from "~/compute/kubernetes-settings";
import type { SlurmSettings } from "~/compute/slurm-settings";
import { M } from "~/compute/messages";
import { assertVersion, type CatalogueAct, finishChange } from "~/compute/inside/pricing/catalogue-change.server";
import { transaction, type Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { credentialsOf, knownCredentials } from "./engine-tests.server";
import { lockEngine, type StoredEngine } from "./lock-engine.server";

/** The settings of a form. */
export interface Connection {
  kind: SiteKind;
  url: string;
  settings: (Omit<SlurmSettings, "url"> | Omit<KubernetesSettings, "url">) & EngineSettings;
  /** Empty: that of the test, or the stored one. */
  token: string;
  /** Id of a test; empty without one. */
  tested: string;
}

interface SetEngine extends CatalogueAct, Connection {
  clusterName: string;
  /** The version that the admin saw; null for a new engine. */
  version: number | null;
}

/**
 * Makes a scheduler the engine of a cluster, or changes it (20.9). The token is stored encrypted, never shown again, and
 * stays if none is given. @throws Refusal: unknown cluster or GPU type, machines of the operator's there, no token, one
 * for another address, a concurrent change.
 */
export async function setEngine({
  clusterName,
  kind,
  url,
  settings,
  token,
  tested,
  version,
  ...act
}: SetEngine): Promise<void> {
  await transaction(async (tx) => {
    await holdStaffRight(tx, act, "fleet.admit");
    const before = await lockEngine(tx, clusterName);
    assertVersion(before ?? undefined, version);
    // The page may show an engine of another kind, which this one has replaced.
    if (before && before.kind !== kind) assertVersion(undefined, version);
    if (!before) await refuseOwnMachines(tx, clusterName);
    await requireGpuTypes(tx, Object.values(settings.gpuMap));
    const given = token === "" ? await knownCredentials(tx, { tested, clusterName, url }) : credentialsOf(token);
    if (!given) throw Refusal.ofField("engine_password", M.engineNeedsToken);
    const values = [url, JSON.stringify(settings), given.credentials, given.until];
    if (before)
      await tx.query(
        `update engine set url = $1, settings = $2, credentials = $3, credentials_until = $4, version = version + 1
         where id = $5`,
        [...values, before.id],
      );
    else
      await tx.query(
        `with made as (insert into engine (kind, url, settings, credentials, credentials_until)
           values ($6, $1, $2, $3, $4) returning id)
         update cluster set engine_id = made.id, version = version + 1 from made where name = $5`,
        [...values, clusterName, kind],
      );
    const after = { kind, url, settings, new_token: token !== "" || tested !== "" };
    const change = { action: "engine.set", target: `cluster:${clusterName}`, before: auditOf(before), after };
    await finishChange(tx, { act, ...change }, { clusterName });
  });
}

/** Gives a cluster back to the operator's own machines. @throws Refusal while places are open there. */
export async function removeEngine({
  clusterName,
  version,
  ...act
}: CatalogueAct & { clusterName: string; version: number }) {
  await transaction(async (tx) => {
    await holdStaffRight(tx, act, "fleet.admit");
    const before = await lockEngine(tx, clusterName);
    assertVersion(before ?? undefined, version);
    const [row] = await tx.query<{ open: number; waiting: number }>(
      `select (select count(*) from engine_place where engine_id = $1 and state <> 'ended')::int as open,
         (select count(*) from task where cluster_name = $2 and finished_at is null)::int as waiting`,
      [before?.id ?? null, clusterName],
    );
    if (row && row.open + row.waiting > 0) throw new Refusal(M.engineInUse(row));
    await tx.query(`update cluster set engine_id = null, version = version + 1 where name = $1`, [clusterName]);
    const change = { action: "engine.remove", target: `cluster:${clusterName}`, before: auditOf(before), after: null };
    await finishChange(tx, { act, ...change }, { clusterName });
  });
}

async function refuseOwnMachines(tx: Tx, clusterName: string): Promise<void> {
  const [row] = await tx.query<{ nodes: number; tasks: number }>(
    `select (select count(*) from node where cluster_name = $1 and retired_at is null and pilot_of is null)::int as nodes,
       (select count(*) from task where cluster_name = $1 and finished_at is null)::int as tasks`,
    [clusterName],
  );
  if (row && row.nodes + row.tasks > 0) throw new Refusal(M.clusterHasMachines(row));
}

async function requireGpuTypes(tx: Tx, gpuTypes: string[]): Promise<void> {
  const known = await tx.query<{ gpuType: string }>(
    `select gpu_type as "gpuType" from price where gpu_type = any($1)`,
    [gpuTypes],
  );
  const unknown = gpuTypes.find((one) => !known.some(({ gpuType }) => gpuType === one));
  if (unknown !== undefined) throw Refusal.ofField("gpu_map", M.unknownGpuType({ gpu_type: unknown }));
}

function auditOf(engine: StoredEngine | null) {
  return engine && { kind: engine.kind, url: engine.url, settings: engine.settings };
}
