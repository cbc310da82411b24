import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readFree } from "~/domain/capacity/read-free.server";
import { listImages } from "~/domain/pricing/list-images.server";
import { readPrices } from "~/domain/pricing/read-prices.server";
import { useCapacity, usePrices } from "~/live/use-capacity";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Refresh } from "~/ui/refresh";
import { Stale } from "~/ui/stale";
import { Images } from "./images";
import { Resources } from "./resources";
import { Sizes } from "./sizes";

export const meta: MetaFunction = () => [{ title: "Resources · Millrace" }];

export async function loader() {
  const now = new Date();
  const [free, prices, images] = await Promise.all([readFree({ now }), readPrices(), listImages()]);
  return { free, prices, images, atMs: now.getTime() };
}

export default function Resource() {
  const loaded = useLoaderData<typeof loader>();
  const { free, ageSeconds } = useCapacity(loaded.free, loaded.atMs);
  const prices = usePrices(loaded.prices, loaded.atMs);
  return (
    <Page title="Resources" lead="What can be rented, where, at which price, and what comes with it.">
      <Refresh everySeconds={15} />
      <Panel title="GPUs" padded={false} actions={<Stale ageSeconds={ageSeconds} />}>
        <Resources free={free} prices={prices} />
      </Panel>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title="Node sizes" lead="Up to 8 GPUs are on one node." padded={false}>
          <Sizes />
        </Panel>
        <Panel title="Images" lead="What a task starts from." padded={false}>
          <Images images={loaded.images} />
        </Panel>
      </div>
    </Page>
  );
}
