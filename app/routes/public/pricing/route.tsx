import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CALC_PERIODS } from "~/domain/pricing/cost";
import { readPrices } from "~/domain/pricing/read-prices.server";
import { usePrices } from "~/live/use-capacity";
import { ButtonLink } from "~/ui/button-link";
import { formatCents } from "~/ui/format";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Calculator } from "./calculator";
import { calculationFrom, searchOf } from "./calculation";
import { CardFacts } from "./card-facts";
import { NodeSizing } from "./node-sizing";
import { PricesNow } from "../home/prices-now";

const CALCULATED_TYPE = "a5000";

export const meta: MetaFunction = () => [{ title: "Pricing · Millrace" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const prices = await readPrices();
  return { prices, calculation: calculationFrom(new URL(request.url).searchParams), atMs: Date.now() };
}

export default function Pricing() {
  const loaded = useLoaderData<typeof loader>();
  const { calculation } = loaded;
  const prices = usePrices(loaded.prices, loaded.atMs);
  const period = CALC_PERIODS.find((one) => one.period === calculation.period);
  const rate = prices[CALCULATED_TYPE];
  return (
    <Page
      title="Pricing"
      lead="Prepaid and charged per second while your task runs. Nothing for waiting or starting."
    >
      <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
        <Panel title="Calculate">
          <Calculator calculation={calculation} />
          <p className="mt-6 border-t pt-5">
            <span className="text-sm text-muted">
              {calculation.gpus} × {CALCULATED_TYPE}, {period?.label}
            </span>
            <strong className="block text-4xl font-semibold tracking-tight tabular-nums">
              {rate === undefined || !period ? "–" : formatCents(rate * calculation.gpus * period.hours)}
            </strong>
          </p>
          <NodeSizing gpus={calculation.gpus} />
          <ButtonLink look="primary" className="mt-5" to={`/configurator?${searchOf(calculation, {})}`}>
            Configure
          </ButtonLink>
        </Panel>
        <div className="flex flex-col gap-6">
          <Panel title="Per GPU-hour" padded={false}>
            <PricesNow prices={prices} />
          </Panel>
          <Panel title={`The ${CALCULATED_TYPE} machines`}>
            <CardFacts />
          </Panel>
        </div>
      </div>
    </Page>
  );
}
