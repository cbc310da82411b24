import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { type FreeRow, readFree } from "~/compute/read-free.server";
import { listImages } from "~/compute/inside/pricing/list-images.server";
import { pricesOf } from "~/compute/gpu-type";
import { listGpuTypes } from "~/compute/list-gpu-types.server";
import { useCapacity, usePrices } from "~/platform/live/use-capacity";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import { Panel } from "~/platform/ui/panel";
import { Refresh } from "~/platform/ui/refresh";
import { Stale } from "~/platform/ui/stale";
import { GpuCards } from "~/compute/views/gpu-cards";
import { Images } from "./images";
import { Sizes } from "./sizes";
import type { Prices } from "~/compute/gpu-cost";
import { NETWORK_LABELS } from "~/platform/ui/labels";
import { CapacityTable } from "../capacity-table";
import { rentPath } from "~/compute/views/rent-link";

export const meta: MetaFunction = () =>
  pageMeta("Resources · Millrace", "GPU types, sizes and images that can be rented.");

export async function loader() {
  const now = new Date();
  const [free, types, images] = await Promise.all([readFree({ now }), listGpuTypes(), listImages()]);
  return { free, types, images, atMs: now.getTime() };
}

export default function Resource() {
  const loaded = useLoaderData<typeof loader>();
  const { free, ageSeconds } = useCapacity(loaded.free, loaded.atMs);
  const loadedPrices = useMemo(() => pricesOf(loaded.types), [loaded.types]);
  const prices = usePrices(loadedPrices, loaded.atMs);
  return (
    <Page title="Resources" lead="What you can rent, where, at what price, and what it includes.">
      <Refresh everySeconds={15} />
      <Panel title="GPUs" padded={false} actions={<Stale ageSeconds={ageSeconds} />}>
        <Resources free={free} prices={prices} />
      </Panel>
      <section aria-labelledby="gpu-cards">
        <h2 id="gpu-cards" className="mb-3 font-semibold">
          What each GPU type has
        </h2>
        <GpuCards types={loaded.types} prices={prices} free={free} to={rentPath} />
      </section>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title="Node sizes" lead="A task of up to 8 GPUs runs on one node." padded={false}>
          <Sizes />
        </Panel>
        <Panel title="Images" lead="What a task starts from." padded={false}>
          <Images images={loaded.images} />
        </Panel>
      </div>
    </Page>
  );
}

/** The catalogue per cluster and GPU type, with a link that opens the reservation with that choice. */
function Resources({ free, prices }: { free: FreeRow[]; prices: Prices }) {
  return (
    <CapacityTable
      free={free}
      prices={prices}
      rents
      more={[
        {
          head: "Networks",
          cell: (row) => row.networks.map((network) => NETWORK_LABELS[network] ?? network).join(", "),
        },
      ]}
    />
  );
}
