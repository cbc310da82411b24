import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { useMemo } from "react";
import { type FreeRow, readFree } from "~/compute/read-free.server";
import { CALC_PERIODS } from "~/compute/gpu-cost";
import { pricesOf } from "~/compute/gpu-type";
import { listGpuTypes } from "~/compute/list-gpu-types.server";
import { volumeSettings } from "~/compute/volume-settings.server";
import { useCapacity, usePrices } from "~/platform/live/use-capacity";
import { formatCents } from "~/platform/ui/format";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import { Stale } from "~/platform/ui/stale";
import { OfferTable } from "~/compute/views/offer-table";
import { byPrice } from "~/compute/views/by-price";
import { Calculator } from "./calculator";
import { Result } from "./result";
import { NotCharged } from "./not-charged";
import { Facts } from "~/platform/ui/facts";
import { presentTime } from "~/platform/time.server";
import { type Calculation, calculationFrom, networksOfType } from "./calculation";

export const meta: MetaFunction = () =>
  pageMeta(
    "Pricing · Millrace",
    "What a GPU-hour costs, by type, with a calculator. Charged by the second, prepaid, no minimum time.",
  );

export async function loader() {
  const now = presentTime();
  const [types, free] = await Promise.all([listGpuTypes(), readFree({ now })]);
  return { types, free, gbMonthCents: volumeSettings().gbMonthCents, atMs: now.getTime() };
}

export default function Pricing() {
  const loaded = useLoaderData<typeof loader>();
  const loadedPrices = useMemo(() => pricesOf(loaded.types), [loaded.types]);
  const prices = usePrices(loadedPrices, loaded.atMs);
  const gpuTypes = byPrice(prices).map(([gpuType]) => gpuType);
  const { free, ageSeconds } = useCapacity(loaded.free, loaded.atMs);
  const calculation = useCalculation(gpuTypes, free);
  const period = CALC_PERIODS.find((one) => one.period === calculation.period) ?? CALC_PERIODS[0];
  return (
    <Page title="Pricing" lead="Prepaid, and charged by the second while your task runs. No fees, no minimum time.">
      <Panel title="Calculate" actions={<Stale ageSeconds={ageSeconds} />}>
        <div className="grid items-start gap-x-12 gap-y-6 md:grid-cols-2">
          <Calculator
            calculation={calculation}
            gpuTypes={gpuTypes}
            networks={networksOfType(calculation.gpuType, free)}
          />
          <Result calculation={calculation} pphCents={prices[calculation.gpuType]} free={free} />
        </div>
      </Panel>
      <Panel
        title="All GPU types"
        lead={`Volumes keep files from one task to the next, for ${formatCents(loaded.gbMonthCents)} a GB a month.`}
        padded={false}
      >
        <OfferTable types={loaded.types} prices={prices} free={free} calculated={{ gpus: calculation.gpus, period }} />
      </Panel>
      <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-2">
        <Panel title="What costs nothing">
          <NotCharged />
        </Panel>
        <Panel title="Data centers">
          <ClusterFacts />
        </Panel>
      </div>
    </Page>
  );
}

const CLUSTER_FACTS = [
  { label: "Cluster", value: "Tier III" },
  { label: "Uptime", value: "99.99997%" },
  { label: "Energy", value: "100% green" },
];

/** Facts of every cluster (2.4). */
function ClusterFacts() {
  return (
    <>
      <Facts facts={CLUSTER_FACTS} />
      <p className="mt-4 text-sm text-muted">
        The design targets of our clusters. For what was measured in the last 90 days, see{" "}
        <TextLink to="/status">Status</TextLink>.
      </p>
    </>
  );
}

/** Returns the choice of the address, or of the one being fetched: a second choice in between builds on the first. */
function useCalculation(gpuTypes: string[], free: FreeRow[]): Calculation {
  const here = useLocation();
  const { location: next } = useNavigation();
  const { search } = next?.pathname === here.pathname ? next : here;
  return calculationFrom(new URLSearchParams(search), gpuTypes, free);
}
