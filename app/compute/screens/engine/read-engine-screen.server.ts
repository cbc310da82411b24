import type { LoaderFunctionArgs } from "@remix-run/node";
import type { SiteKind } from "~/compute/engine-kinds";
import { readBackedCluster } from "~/compute/inside/engines/read-engine.server";
import { readTokenEnds } from "~/compute/inside/engines/read-token-ends.server";
import { readPlaceTimes } from "~/compute/inside/engines/read-place-times.server";
import { M } from "~/compute/messages";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { hasRight } from "~/platform/staff-rights";
import { presentTime } from "~/platform/time.server";
import { fieldsOf, NEW_FIELDS } from "./engine-fields.server";
import { machinesCsv } from "./machines-csv.server";
import { timesCsv } from "./times-csv.server";

/** The cluster of `/dashboard/clusters/{clusterName}`; a name that no cluster can have gives 404. */
export function clusterNameOf({ params }: Pick<LoaderFunctionArgs, "params">): string {
  const { clusterName = "" } = params;
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(clusterName)) throw refusalPage(404, M.noSuchCluster({ clusterName }));
  return clusterName;
}

/** The form that is shown for a cluster without an engine. */
function kindIn({ request }: Pick<LoaderFunctionArgs, "request">): SiteKind {
  return new URL(request.url).searchParams.get("kind") === "kubernetes" ? "kubernetes" : "slurm";
}

/** Reads the page of a cluster: its engine, the engine's machines, and the fields of the form. */
export async function readEngineScreen(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "engine");
  const clusterName = clusterNameOf(args);
  const cluster = await readBackedCluster(clusterName);
  if (!cluster) throw refusalPage(404, M.noSuchCluster({ clusterName }));
  const now = presentTime();
  const { engine } = cluster;
  // Kubernetes keeps no accounting to compare with; the comparison shows what was refunded.
  const times =
    hasRight(viewer, "money.see") && engine && engine.kind !== "kubernetes"
      ? await readPlaceTimes(engine.id, { now })
      : null;
  const ends = await readTokenEnds({ now });
  const token = ends.find((ending) => ending.clusterName === clusterName)?.notice ?? null;
  await csvInstead(args, { ...machinesCsv(cluster.machines), ...timesCsv(times?.findings ?? []) });
  const fields = cluster.engine ? fieldsOf(cluster.engine) : NEW_FIELDS[kindIn(args)];
  return {
    ...cluster,
    token,
    times,
    fields,
    mayHold: hasRight(viewer, "fleet.act"),
    mayWrite: hasRight(viewer, "fleet.admit"),
  };
}
