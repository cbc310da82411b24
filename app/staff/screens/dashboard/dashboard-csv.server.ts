import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { readGpuUse } from "./read-gpu-use.server";
import { readMoneyNow } from "./read-money-now.server";

/** The tables of the dashboard as files. */
export async function dashboardCsv(args: RouteArgs, viewer: WithRights, now: Date): Promise<void> {
  const charges = () =>
    csvTable(async () => (await readMoneyNow({ now })).hours, {
      Hour: ({ ts }) => new Date(ts * 1000),
      "Today, dollars": ({ today }) => today,
      "Yesterday, dollars": ({ yesterday }) => yesterday,
    });
  const use = () =>
    csvTable(async () => sharesOf(await readGpuUse({ now })), {
      Hour: ({ ts }) => new Date(ts * 1000),
      Cluster: ({ cluster }) => cluster,
      "Share busy": ({ share }) => share,
    });
  await csvInstead(args, {
    ...(hasRight(viewer, "money.see") ? { charges } : {}),
    ...(hasRight(viewer, "fleet.see") ? { "gpu-use": use } : {}),
  });
}

function sharesOf({ names, hours }: Awaited<ReturnType<typeof readGpuUse>>) {
  return hours.flatMap(({ ts, shares }) =>
    names.map((cluster, index) => ({ ts, cluster, share: shares[index] ?? null })),
  );
}
