import { countFailingEndpoints } from "~/accounts/count-failing-endpoints.server";
import { countWaiting } from "~/compute/count-waiting.server";
import { freeGpus } from "~/compute/free-gpus";
import { readEngineConcerns } from "~/compute/read-engine-concerns.server";
import { readFree } from "~/compute/read-free.server";
import { listSilentClusters } from "~/fleet/count-nodes.server";
import { listTroubledNodes, type TroubledNode } from "~/fleet/list-troubled-nodes.server";
import { readNewestTelemetry } from "~/fleet/newest-telemetry.server";
import { sumMoney } from "~/money/report-sums.server";
import { unitsToDollars2, ZERO } from "~/money/units";
import { readKeyRefusals } from "~/payments/key-standing.server";
import { listFailedTopUps } from "~/payments/list-failed-top-ups.server";
import { daysBack } from "~/platform/day-range";
import { db } from "~/platform/db.server";
import { readJobQueue } from "~/platform/job-queue.server";
import { countLateMails } from "~/platform/unsent-mails.server";
import { isOfMoney } from "~/staff/inside/reconcile/check-outcome";
import { readChecks } from "~/staff/inside/reconcile/read-checks.server";
import { type FigureName, figureOf } from "./figures";
import type { Sample } from "./rule";

const DAY_MS = 86_400_000;
const MINUTE_S = 60;

/**
 * Reads the figures that rules ask for, each source once. The figures are those of the screens (B20): no rule has a
 * query of its own. A source that fails, fails for its rules only.
 */
export class SampleReader {
  readonly #now: Date;
  /** True: nodes that fell silent with their whole cluster are not dead for themselves. */
  readonly #foldsSilence: boolean;
  readonly #sources = new Map<unknown, Promise<unknown>>();

  constructor({ now, foldsSilence }: { now: Date; foldsSilence: boolean }) {
    this.#now = now;
    this.#foldsSilence = foldsSilence;
  }

  async read(figure: FigureName): Promise<Sample[]> {
    const { ofGpu, ofErrors, ofNode, ofTrouble } = figureOf(figure);
    if (ofGpu ?? ofErrors)
      return (await this.#once(readNewestTelemetry)).flatMap((node) =>
        Array.from({ length: node.gpus }, (_, gpu) => ({
          ...placeOf(node),
          cause: `gpu:${node.node_name}:${gpu}`,
          label: `${node.node_name} GPU ${gpu}`,
          value: ofErrors ? (node.errors[gpu]?.[ofErrors] ?? 0) : ofGpu ? (node.ofGpus[gpu]?.[ofGpu] ?? null) : null,
        })),
      );
    if (ofNode)
      return (await this.#once(readNewestTelemetry)).map((node) => ({
        ...nodeSample(node),
        value: node.node?.[ofNode] ?? null,
      }));
    if (!ofTrouble) return await this.#others(figure);
    const isUnknown = (node: TroubledNode) => this.#foldsSilence && figure === "node.dead" && node.isInSilence;
    return (await this.#once(listTroubledNodes)).map((node) => ({
      ...nodeSample(node),
      value: isUnknown(node) ? null : Number(node[ofTrouble]),
    }));
  }

  async #others(figure: FigureName): Promise<Sample[]> {
    switch (figure) {
      case "cluster.silent":
        return (await this.#once(listSilentClusters)).map((cluster) => clusterSample(cluster));
      case "cluster.scheduler-away": {
        const { clusters } = await this.#once(readEngineConcerns);
        return clusters.filter(({ isAway }) => isAway).map(({ clusterName }) => clusterSample(clusterName));
      }
      case "fleet.free-gpus":
        return (await this.#once(readFree)).map((row) => ({
          cause: `type:${row.cluster_name}:${row.gpu_type}`,
          label: `${row.gpu_type} in ${row.cluster_name}`,
          value: freeGpus(row),
          cluster: row.cluster_name,
        }));
      case "fleet.longest-wait":
        return whole((await this.#once(countWaiting)).longestSeconds / MINUTE_S);
      case "fleet.waiting-tasks":
        return whole((await this.#once(countWaiting)).tasks);
      case "money.top-ups": {
        const [sums] = await sumMoney({ days: daysBack(1, this.#now), split: "whole" });
        return whole(unitsToDollars2(sums?.topUps ?? ZERO));
      }
      case "money.refused-payments": {
        const from = new Date(this.#now.getTime() - DAY_MS);
        return whole((await listFailedTopUps({ from, limit: 1 })).total);
      }
      case "money.differences": {
        const checks = (await readChecks()).filter(({ name }) => isOfMoney(name));
        return whole(checks.reduce((sum, { open }) => sum + open, 0));
      }
      case "money.refused-requests":
        return (await readKeyRefusals()).map(({ call }) => ({
          ...{ cause: `call:${call ?? ""}`, label: call ?? "every request", value: 1, cluster: "" },
        }));
      case "service.failed-jobs":
        return whole((await readJobQueue()).failed);
      case "service.unsent-mails":
        return whole(await this.#once(countLateMails));
      case "service.failing-webhooks":
        return whole(await countFailingEndpoints());
      case "service.failing-channels":
        return (await listFailingChannels()).map((name) => ({
          ...{ cause: `channel:${name}`, label: name, value: 1, cluster: "" },
        }));
      default:
        throw new Error(`no source for the figure ${figure}`);
    }
  }

  #once<Value>(source: (at: { now: Date }) => Promise<Value>): Promise<Value> {
    const known = this.#sources.get(source) as Promise<Value> | undefined;
    if (known) return known;
    const read = source({ now: this.#now });
    this.#sources.set(source, read);
    return read;
  }
}

function whole(value: number): Sample[] {
  return [{ cause: "", label: "", value, cluster: "" }];
}

function clusterSample(cluster: string): Sample {
  return { cause: `cluster:${cluster}`, label: cluster, value: 1, cluster };
}

type Placed = Pick<TroubledNode, "node_name" | "cluster_name" | "gpu_type" | "rack" | "labels">;

function nodeSample(node: Placed) {
  return { ...placeOf(node), cause: `node:${node.node_name}`, label: node.node_name };
}

function placeOf({ cluster_name: cluster, gpu_type: gpuType, rack, labels }: Placed) {
  return { cluster, gpuType, rack, labels };
}

export async function listFailingChannels(): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select name from alert_channel where failing_since is not null and deleted_at is null order by name`,
  );
  return rows.map(({ name }) => name);
}
