import { M } from "~/compute/messages";
import type { Tx } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";

/** The engine of a cluster, without its token. */
export interface StoredEngine {
  id: number;
  kind: string;
  url: string;
  settings: { user?: string };
  /** When its token ends; null: never, or unknown. */
  until: Date | null;
  version: number;
}

/** Locks a cluster and then its engine; null without one. @throws Refusal: unknown cluster. */
export async function lockEngine(tx: Tx, clusterName: string): Promise<StoredEngine | null> {
  const [cluster] = await tx.query<{ engineId: number | null }>(
    `select engine_id as "engineId" from cluster where name = $1 for no key update`,
    [clusterName],
  );
  if (!cluster) throw new Refusal(M.noSuchCluster({ clusterName }), { status: 404 });
  const [engine] = await tx.query<StoredEngine>(
    `select id, kind, url, settings, credentials_until as until, version from engine where id = $1 for no key update`,
    [cluster.engineId],
  );
  return engine ?? null;
}
