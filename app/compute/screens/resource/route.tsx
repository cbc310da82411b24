import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { readFree } from "~/compute/read-free.server";
import { listImages } from "~/compute/inside/pricing/list-images.server";
import { pricesOf } from "~/compute/gpu-type";
import { listGpuTypes } from "~/compute/list-gpu-types.server";
import { useCapacity, usePrices } from "~/platform/live/use-capacity";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import { Panel } from "~/platform/ui/panel";
import { Refresh } from "~/platform/ui/refresh";
import { Stale } from "~/platform/ui/stale";
import { TextLink } from "~/platform/ui/text-link";
import { FreeLead } from "~/compute/views/free-lead";
import { OfferTable } from "~/compute/views/offer-table";
import { presentTime } from "~/platform/time.server";
import { Images } from "./images";
import { Sizes } from "./sizes";

export const meta: MetaFunction = () =>
  pageMeta("Resources · Millrace", "GPU types, sizes and images that can be rented.");

export async function loader() {
  const now = presentTime();
  const [free, types, images] = await Promise.all([readFree({ now }), listGpuTypes(), listImages()]);
  return { free, types, images, atMs: now.getTime() };
}

export default function Resource() {
  const loaded = useLoaderData<typeof loader>();
  const { free, ageSeconds } = useCapacity(loaded.free, loaded.atMs);
  const loadedPrices = useMemo(() => pricesOf(loaded.types), [loaded.types]);
  const prices = usePrices(loadedPrices, loaded.atMs);
  return (
    <Page
      title="Resources"
      lead="What you can rent: GPU types, sizes and images."
      actions={
        <ButtonLink look="primary" to="/rent?new=1">
          Rent
        </ButtonLink>
      }
    >
      <Refresh everySeconds={15} />
      <FreeLead free={free} />
      <Panel title="All GPU types" padded={false} actions={<Stale ageSeconds={ageSeconds} />}>
        <OfferTable types={loaded.types} prices={prices} free={free} />
      </Panel>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title="Sizes" lead="A task of up to 8 GPUs runs on one node, larger ones on whole nodes." padded={false}>
          <Sizes />
        </Panel>
        <div className="flex flex-col gap-4">
          <Panel title="Images" lead="What a task starts from." padded={false}>
            <Images images={loaded.images} />
          </Panel>
          <p className="text-sm text-muted">
            A template adds a start command, variables and ports to an image. Choose a built-in one or your own when you{" "}
            <TextLink to="/rent?new=1">rent</TextLink>. Files that must outlive the task belong on a volume.
          </p>
        </div>
      </div>
    </Page>
  );
}
