import { type GpuUse, listGpuUse, readGpuUseNow, sumOfGpus } from "~/compute/gpu-use.server";

const HOUR_S = 3600;
const HOURS = 24;
/** The most clusters in the chart; the smallest ones are drawn as one. */
const DRAWN_CLUSTERS = 6;
const OTHER = "Other";

/** GPUs busy, in service and out of service now, and the share that was busy in each of the last 24 hours. */
export async function readGpuUse({ now }: { now: Date }) {
  const thisHour = Math.floor(now.getTime() / 1000 / HOUR_S) * HOUR_S;
  const firstHour = thisHour - (HOURS - 1) * HOUR_S;
  const [present, past] = await Promise.all([readGpuUseNow({ now }), listGpuUse({ from: new Date(firstHour * 1000) })]);
  const clusters = present.toSorted((one, other) => other.inService - one.inService).map(({ cluster }) => cluster);
  const named = clusters.length > DRAWN_CLUSTERS ? clusters.slice(0, DRAWN_CLUSTERS - 1) : clusters;
  const nameOf = (cluster: string) => (named.includes(cluster) ? cluster : OTHER);
  const names = named.length < clusters.length ? [...named, OTHER] : named;
  const shareOf = (rows: GpuUse[]) => {
    const inService = sum(rows.map((row) => row.inService));
    return inService > 0 ? sum(rows.map((row) => row.busy)) / inService : null;
  };
  const hours = Array.from({ length: HOURS }, (_, index) => firstHour + index * HOUR_S).map((ts) => ({
    ts,
    /** Share by cluster; null without a sample. */
    shares: names.map((name) => shareOf(past.filter((row) => row.ts === ts && nameOf(row.cluster) === name))),
  }));
  return {
    names,
    now: present.map(({ cluster, busy, inService, outOfService }) => ({ cluster, busy, inService, outOfService })),
    total: sumOfGpus(present),
    hours,
  };
}

export type GpuUseView = Awaited<ReturnType<typeof readGpuUse>>;

function sum(figures: number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
