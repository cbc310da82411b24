import type { Sources } from "~/payments/inside/marketing/read-sources.server";
import { Chart } from "~/platform/ui/chart/chart";
import { Panel } from "~/platform/ui/panel";
import { FAILED, NOTHING, Remark } from "../sources/plan-panel";
import { type Plan, sourcesPie } from "../sources/source-rows";

const HEIGHT = 500;
const TITLES: Record<Plan, string> = { PRO: "Pro users", FREE: "Free users" };

/** One of two pies; one table below has their numbers (2.4). */
export function PlanPie({ plan, sources }: { plan: Plan; sources: Sources | null }) {
  return (
    <Panel title={TITLES[plan]}>
      {sources && sources.totals[plan] > 0 ? (
        <Chart title={`${TITLES[plan]} by source`} figure={sourcesPie(sources.statistics[plan])} height={HEIGHT} />
      ) : (
        <Remark height={HEIGHT} text={sources ? NOTHING[plan] : FAILED} failed={!sources} />
      )}
    </Panel>
  );
}
