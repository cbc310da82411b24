import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readFree } from "~/domain/capacity/read-free.server";
import { readPrices } from "~/domain/pricing/read-prices.server";
import { useCapacity, usePrices } from "~/live/use-capacity";
import { ButtonLink } from "~/ui/button-link";
import { Panel } from "~/ui/panel";
import { Stale } from "~/ui/stale";
import { TextLink } from "~/ui/text-link";
import { useRootData } from "~/ui/use-root-data";
import { Market } from "./market";
import { Promises } from "./promises";
import { Steps } from "./steps";

export const meta: MetaFunction = () => [
  { title: "Millrace · GPUs by the second" },
  { name: "description", content: "Rent 1 to 64 GPUs, log in with SSH, pay by the second." },
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
    <div className="flex flex-col gap-8 sm:py-4 lg:gap-12">
      <div className="grid items-center gap-7 lg:grid-cols-[1.15fr_1fr] lg:gap-14">
        <div>
          <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-5xl">
            GPU machines, by the second.
          </h1>
          <p className="mt-3 max-w-lg text-muted text-pretty sm:mt-4 sm:text-lg">
            Rent 1 to 64 GPUs, log in as root with SSH, and pay for the seconds that your task runs.
          </p>
          <CallToAction />
          <div className="mt-7 hidden max-w-lg lg:block">
            <Promises />
          </div>
        </div>
        <Panel
          title="Prices and free GPUs now"
          padded={false}
          actions={
            <>
              <Stale ageSeconds={ageSeconds} />
              <TextLink to="/pricing" className="text-sm">
                Pricing
              </TextLink>
            </>
          }
        >
          <Market prices={prices} free={free} />
        </Panel>
        <div className="lg:hidden">
          <Promises />
        </div>
      </div>
      <Steps prices={prices} />
    </div>
  );
}

function CallToAction() {
  const viewer = useRootData()?.viewer;
  return (
    <div className="mt-5 flex flex-wrap gap-3 sm:mt-6">
      {viewer ? (
        <ButtonLink look="primary" to="/rent?new=1">
          New Task
        </ButtonLink>
      ) : (
        <ButtonLink look="primary" to="/register">
          Register
        </ButtonLink>
      )}
      <ButtonLink to="/configurator">Configure</ButtonLink>
    </div>
  );
}
