import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { readBusiness } from "./read-business.server";
import { readGpuUse } from "./read-gpu-use.server";

/** The tables of the dashboard as files. */
export async function dashboardCsv(args: RouteArgs, now: Date): Promise<void> {
  await csvInstead(args, {
    revenue: () =>
      csvTable(async () => (await readBusiness({ now })).hours, {
        Hour: ({ ts }) => new Date(ts * 1000),
        "Today, dollars": ({ today }) => today,
        "Same day last week, dollars": ({ lastWeek }) => lastWeek,
      }),
    "gpu-use": () =>
      csvTable(async () => sharesOf(await readGpuUse({ now })), {
        Hour: ({ ts }) => new Date(ts * 1000),
        Cluster: ({ cluster }) => cluster,
        "Share busy": ({ share }) => share,
      }),
  });
}

function sharesOf({ clusters, hours }: Awaited<ReturnType<typeof readGpuUse>>) {
  return hours.flatMap(({ ts, shares }) =>
    clusters.map(({ name }, index) => ({ ts, cluster: name, share: shares[index] ?? null })),
  );
}
