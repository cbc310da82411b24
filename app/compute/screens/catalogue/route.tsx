import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readCatalogue } from "~/compute/inside/pricing/read-catalogue.server";
import { hasRight } from "~/platform/staff-rights";
import { listModelPrices, listUnpricedModels } from "~/usage/list-model-prices.server";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { AskModelPrice, type AskedModelPrice } from "./ask-model-price";
import { AskPrice, type AskedPrice } from "./ask-price";
import { catalogueAction } from "./catalogue-action.server";
import { catalogueCsv } from "./catalogue-csv.server";
import { CLUSTER, IMAGE, MODEL_PRICE, PRICE } from "./catalogue-records";
import { Clusters } from "./clusters";
import { EditRow } from "./edit-row";
import { GpuTypes } from "./gpu-types";
import { Images } from "./images";
import { ModelPrices, UnpricedModels } from "./model-prices";
import { PriceChanges } from "./price-changes";

export const meta: MetaFunction = () => [{ title: "Catalogue · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "catalogue");
  await csvInstead(args, catalogueCsv());
  const now = presentTime();
  const [catalogue, modelPrices, unpriced] = await Promise.all([
    readCatalogue(),
    listModelPrices({ now }),
    listUnpricedModels({ now }),
  ]);
  return { ...catalogue, modelPrices, unpriced, mayWrite: hasRight(viewer, "prices.act") };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "catalogue");
  return await catalogueAction(args, viewer);
}

export default function Catalogue() {
  const { types, clusters, images, changes, modelPrices, unpriced, mayWrite } = useLoaderData<typeof loader>();
  const kept = useKeptAnswer(useActionData<typeof action>());
  const { askedPrice, askedModelPrice } = askedIn(kept);
  const answer = refusalIn(kept);
  const forms = { mayWrite, answer };
  return (
    <Page
      title="Catalogue"
      lead="What can be rented. Nothing is deleted. Hidden entries are no longer offered; running tasks and history keep their names."
    >
      <Refused answer={answer?.intent.startsWith("withdraw-") ? answer : undefined} />
      {askedPrice && mayWrite ? (
        <AskPrice asked={askedPrice} before={types.find(({ gpuType }) => gpuType === askedPrice.gpuType)?.pphCents} />
      ) : null}
      {askedModelPrice && mayWrite ? <AskModelPrice asked={askedModelPrice} /> : null}
      <Panel
        title="GPU types"
        padded={false}
        actions={
          <>
            <CsvLink of="GPU types" />
            {mayWrite ? <EditRow record={PRICE} row={null} answer={answer} /> : null}
          </>
        }
      >
        <GpuTypes types={types} {...forms} />
      </Panel>
      <Panel
        title="Prices over time"
        folds={answer === undefined}
        padded={false}
        actions={<CsvLink table="changes" of="prices over time" />}
      >
        <PriceChanges changes={changes} mayWrite={mayWrite} />
      </Panel>
      <Panel
        title="Model prices"
        folds={answer === undefined}
        lead="Coins per million tokens, for events that do not state their own."
        padded={false}
        actions={
          <>
            <CsvLink table="models" of="model prices" />
            {mayWrite ? <EditRow record={MODEL_PRICE} row={null} answer={answer} /> : null}
          </>
        }
      >
        <ModelPrices prices={modelPrices} {...forms} />
      </Panel>
      <Panel
        title="Models without a price"
        padded={false}
        actions={<CsvLink table="unpriced" of="models without a price" />}
      >
        <UnpricedModels rows={unpriced} {...forms} />
      </Panel>
      <Panel
        title="Clusters"
        padded={false}
        actions={
          <>
            <CsvLink table="clusters" of="clusters" />
            {mayWrite ? <EditRow record={CLUSTER} row={null} answer={answer} /> : null}
          </>
        }
      >
        <Clusters clusters={clusters} {...forms} />
      </Panel>
      <Panel
        title="Images"
        folds={answer === undefined}
        padded={false}
        actions={
          <>
            <CsvLink table="images" of="images" />
            {mayWrite ? <EditRow record={IMAGE} row={null} answer={answer} /> : null}
          </>
        }
      >
        <Images images={images} {...forms} />
      </Panel>
    </Page>
  );
}

/** Returns the unconfirmed price in the action's answer, if any. */
function askedIn(answer: unknown): { askedPrice?: AskedPrice; askedModelPrice?: AskedModelPrice } {
  return typeof answer === "object" && answer !== null ? answer : {};
}
