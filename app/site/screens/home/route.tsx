import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { readFree } from "~/compute/read-free.server";
import { pricesOf } from "~/compute/gpu-type";
import { listGpuTypes } from "~/compute/list-gpu-types.server";
import { useCapacity, usePrices } from "~/platform/live/use-capacity";
import { ButtonLink } from "~/platform/ui/button-link";
import { pageMeta } from "~/platform/ui/page-meta";
import { Panel } from "~/platform/ui/panel";
import { Stale } from "~/platform/ui/stale";
import { TextLink } from "~/platform/ui/text-link";
import { useRootData } from "~/platform/ui/use-root-data";
import { GpuCards, PlaceLink } from "~/compute/views/gpu-cards";
import { rentPath } from "~/compute/views/rent-link";
import { Market } from "./market";
import { Promises } from "./promises";
import { SCREENS } from "./screens.server";
import { Proof } from "./proof";
import { ShownScreens } from "./shown-screens";
import { Steps } from "./steps";

export const meta: MetaFunction = () =>
  pageMeta("Millrace · GPUs by the second", "Rent 1 to 64 GPUs, log in with SSH, pay by the second.");

export async function loader() {
  const now = new Date();
  const [free, types] = await Promise.all([readFree({ now }), listGpuTypes()]);
  return { free, types, screens: SCREENS, atMs: now.getTime() };
}

export default function Home() {
  const loaded = useLoaderData<typeof loader>();
  const { free, ageSeconds } = useCapacity(loaded.free, loaded.atMs);
  const prices = usePrices(
    useMemo(() => pricesOf(loaded.types), [loaded.types]),
    loaded.atMs,
  );
  return (
    <div className="flex flex-col gap-8 sm:gap-10 sm:py-4 lg:gap-16">
      <div className="grid items-center gap-7 lg:grid-cols-[1.15fr_1fr] lg:gap-14">
        <div>
          <h1 className="text-4xl font-semibold tracking-tighter text-balance sm:text-5xl">
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
          className="max-sm:hidden"
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
          <Market types={loaded.types} prices={prices} free={free} />
        </Panel>
        <div className="max-sm:hidden lg:hidden">
          <Promises />
        </div>
      </div>
      <section aria-labelledby="gpus" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id="gpus" className="text-2xl font-semibold tracking-tight">
            Choose your GPU
          </h2>
          <TextLink to="/pricing" className="text-sm">
            Calculate a price
          </TextLink>
        </div>
        <GpuCards
          types={loaded.types}
          prices={prices}
          free={free}
          place={(row) => <PlaceLink row={row} to={rentPath(row)} />}
        />
      </section>
      <div className="sm:hidden">
        <Promises />
      </div>
      <div className="max-sm:hidden">
        <Proof prices={prices} free={free} />
      </div>
      <ShownScreens screens={loaded.screens} />
      <Steps prices={prices} />
      <Invitation />
    </div>
  );
}

/** Repeats the page's call to action at its end. */
function Invitation() {
  return (
    <section className="rounded-panel border bg-accent-soft px-5 py-10 text-center">
      <h2 className="text-2xl font-semibold tracking-tight text-balance">Your first GPU is a minute away</h2>
      <p className="mx-auto mt-2 max-w-lg text-pretty text-muted">
        Registering is free of charge. Add funds when you are ready, and end a task whenever you like.
      </p>
      <div className="flex justify-center">
        <CallToAction />
      </div>
    </section>
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
