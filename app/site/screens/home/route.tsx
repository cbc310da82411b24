import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import type { Prices } from "~/compute/gpu-cost";
import { type FreeRow, readFree } from "~/compute/read-free.server";
import { type GpuType, pricesOf } from "~/compute/gpu-type";
import { listGpuTypes } from "~/compute/list-gpu-types.server";
import { useCapacity, usePrices } from "~/platform/live/use-capacity";
import { ButtonLink } from "~/platform/ui/button-link";
import { formatCents } from "~/platform/ui/format";
import { pageMeta } from "~/platform/ui/page-meta";
import { Stale } from "~/platform/ui/stale";
import { TextLink } from "~/platform/ui/text-link";
import { useRootData } from "~/platform/ui/use-root-data";
import { GpuCards, PlaceLink, PlaceText } from "~/compute/views/gpu-cards";
import { rentPath } from "~/compute/views/rent-link";
import { Picture } from "./picture";
import { Promises } from "./promises";
import { SCREENS } from "./screens.server";
import { env } from "~/platform/env.server";
import { presentTime } from "~/platform/time.server";
import { ShownScreens } from "./shown-screens";
import { Steps } from "./steps";

export const meta: MetaFunction = () =>
  pageMeta("Millrace · GPUs by the second", "Rent 1 to 64 GPUs, log in with SSH, pay by the second.");

export async function loader() {
  const now = presentTime();
  const [free, types] = await Promise.all([readFree({ now }), listGpuTypes()]);
  return { free, types, screens: SCREENS, welcomeDollars: env.WELCOME_CREDIT_DOLLARS, atMs: now.getTime() };
}

export default function Home() {
  const loaded = useLoaderData<typeof loader>();
  const { free, ageSeconds } = useCapacity(loaded.free, loaded.atMs);
  const prices = usePrices(
    useMemo(() => pricesOf(loaded.types), [loaded.types]),
    loaded.atMs,
  );
  const { welcomeDollars } = loaded;
  const welcome =
    welcomeDollars > 0
      ? `Registering is free, and your first $${welcomeDollars} are on us.`
      : "Registering is free. Add funds when you are ready.";
  return (
    <div className="flex flex-col gap-10 sm:gap-16 sm:pt-6 lg:gap-20">
      <div className="flex flex-col gap-8 sm:gap-12">
        <div className="flex flex-col sm:items-center sm:text-center">
          <h1 className="text-4xl font-semibold tracking-tighter text-balance sm:text-5xl">
            GPU machines, by the second.
          </h1>
          <p className="mt-3 max-w-xl text-muted text-pretty sm:mt-4 sm:text-lg">
            Rent 1 to 64 GPUs, log in as root with SSH, and pay for the seconds that your task runs.
          </p>
          <CallToAction />
          <PriceLine types={loaded.types} welcome={welcome} {...{ prices, free, ageSeconds }} />
        </div>
        <Picture of={loaded.screens.hero.pictures} alt={loaded.screens.hero.alt} />
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
        <Promises />
      </section>
      <ShownScreens screens={loaded.screens.others} />
      <Steps prices={prices} />
      <Invitation welcome={welcome} />
    </div>
  );
}

/** Price and free GPUs of each type, live; those that can be rented now come first. */
function PriceLine({ types, welcome, prices, free, ageSeconds }: PriceLineProps) {
  const priced = types.flatMap(({ gpuType }) => {
    const pphCents = prices[gpuType];
    const rows = free.filter((row) => row.gpu_type === gpuType);
    return pphCents === undefined ? [] : [{ gpuType, pphCents, rows }];
  });
  return (
    <div className="mt-5 text-sm text-muted tabular-nums">
      <ul className="flex flex-wrap gap-x-7 gap-y-1.5 max-sm:flex-col sm:justify-center">
        {priced
          .toSorted((one, other) => Number(one.rows.length === 0) - Number(other.rows.length === 0))
          .map(({ gpuType, pphCents, rows }) => (
            <li key={gpuType} className="flex flex-wrap items-center gap-x-2">
              {gpuType}{" "}
              <span>
                <span className="font-semibold text-ink">{formatCents(pphCents)}</span>/h
              </span>
              {rows.length === 0 ? <span>sold out</span> : null}
              {rows.map((row) => (
                <span key={row.cluster_name} className="inline-flex items-center gap-1.5">
                  <PlaceText row={row} />
                </span>
              ))}
            </li>
          ))}
      </ul>
      <p className="mt-1.5 sm:text-center">
        {welcome} <Stale ageSeconds={ageSeconds} />
      </p>
    </div>
  );
}

interface PriceLineProps {
  types: GpuType[];
  /** The cost of registering, and its gift. */
  welcome: string;
  prices: Prices;
  free: FreeRow[];
  ageSeconds: number | null;
}

/** Repeats the page's call to action at its end. */
function Invitation({ welcome }: { welcome: string }) {
  return (
    <section className="rounded-panel border bg-accent-soft px-5 py-6 text-center sm:py-10">
      <h2 className="text-2xl font-semibold tracking-tight text-balance">Your first GPU is a minute away</h2>
      <p className="mx-auto mt-2 max-w-lg text-pretty text-muted">{welcome} Kill a task whenever you like.</p>
      <div className="flex justify-center">
        <CallToAction />
      </div>
    </section>
  );
}

function CallToAction() {
  const viewer = useRootData()?.viewer;
  return (
    <div className="mt-5 flex flex-wrap gap-3">
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
