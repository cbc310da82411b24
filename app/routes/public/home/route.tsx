import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readFree } from "~/domain/capacity/read-free.server";
import { readPrices } from "~/domain/pricing/read-prices.server";
import { useCapacity, usePrices } from "~/live/use-capacity";
import { ButtonLink } from "~/ui/button-link";
import { Panel } from "~/ui/panel";
import { Stale } from "~/ui/stale";
import { FreeNow } from "./free-now";
import { PricesNow } from "./prices-now";
import { Steps } from "./steps";

export const meta: MetaFunction = () => [
  { title: "Millrace · GPUs by the second" },
  { name: "description", content: "Rent GPU machines by the second and log in with ssh." },
];

export async function loader() {
  const now = new Date();
  const [free, prices] = await Promise.all([readFree({ now }), readPrices()]);
  return { free, prices, atMs: now.getTime() };
}

export default function Home() {
  const loaded = useLoaderData<typeof loader>();
  const { free, ageSeconds } = useCapacity(loaded.free, loaded.atMs);
  const prices = usePrices(loaded.prices, loaded.atMs);
  return (
    <div className="flex flex-col gap-10 py-4 sm:py-10">
      <div className="grid items-center gap-10 lg:grid-cols-[1.1fr_1fr]">
        <div>
          <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
            GPU machines, by the second.
          </h1>
          <p className="mt-4 max-w-lg text-lg text-muted text-pretty">
            Choose GPUs, log in with ssh, pay per second from a prepaid balance. From one GPU to gangs of 64.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <ButtonLink look="primary" to="/configurator">
              Configure
            </ButtonLink>
            <ButtonLink to="/pricing">Pricing</ButtonLink>
          </div>
        </div>
        <div className="flex flex-col gap-4">
          <Panel title="Prices now" padded={false}>
            <PricesNow prices={prices} />
          </Panel>
          <Panel title="Free now" padded={false} actions={<Stale ageSeconds={ageSeconds} />}>
            <FreeNow free={free} />
          </Panel>
        </div>
      </div>
      <Steps />
    </div>
  );
}
