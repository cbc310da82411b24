import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readCatalogue } from "~/domain/pricing/read-catalogue.server";
import { hasRole } from "~/domain/role";
import { requireStaff } from "~/http/access.server";
import { csvInstead } from "~/http/csv-instead.server";
import { CsvLink } from "~/ui/csv-link";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Refused } from "~/ui/refused";
import { refusalIn, useKeptAnswer } from "~/ui/use-kept-answer";
import { AskPrice } from "./ask-price";
import { askedPriceIn } from "./asked-price";
import { catalogueAction } from "./catalogue-action.server";
import { catalogueCsv } from "./catalogue-csv.server";
import { Clusters } from "./clusters";
import { EditCluster } from "./edit-cluster";
import { EditImage } from "./edit-image";
import { EditPrice } from "./edit-price";
import { GpuTypes } from "./gpu-types";
import { Images } from "./images";
import { PriceChanges } from "./price-changes";

export const meta: MetaFunction = () => [{ title: "Catalogue · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await requireStaff(args);
  await csvInstead(args, catalogueCsv());
  return { ...(await readCatalogue()), mayWrite: hasRole(role, "admin") };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "admin");
  return await catalogueAction(args, viewer);
}

export default function Catalogue() {
  const { types, clusters, images, changes, mayWrite } = useLoaderData<typeof loader>();
  const kept = useKeptAnswer(useActionData<typeof action>());
  const asked = askedPriceIn(kept);
  const answer = refusalIn(kept);
  const forms = { mayWrite, answer };
  return (
    <Page
      title="Catalogue"
      lead="What can be rented. Nothing is deleted: what is hidden is offered to nobody, and running tasks and history keep its name."
    >
      <Refused answer={answer?.intent === "withdraw-price" ? answer : undefined} />
      {asked && mayWrite ? (
        <AskPrice asked={asked} before={types.find(({ gpuType }) => gpuType === asked.gpuType)?.pphCents} />
      ) : null}
      <Panel
        title="GPU types"
        padded={false}
        actions={
          <>
            <CsvLink of="GPU types" />
            {mayWrite ? <EditPrice answer={answer} type={null} /> : null}
          </>
        }
      >
        <GpuTypes types={types} {...forms} />
      </Panel>
      <Panel title="Prices over time" padded={false} actions={<CsvLink table="changes" of="prices over time" />}>
        <PriceChanges changes={changes} mayWrite={mayWrite} />
      </Panel>
      <Panel
        title="Clusters"
        padded={false}
        actions={
          <>
            <CsvLink table="clusters" of="clusters" />
            {mayWrite ? <EditCluster answer={answer} cluster={null} /> : null}
          </>
        }
      >
        <Clusters clusters={clusters} {...forms} />
      </Panel>
      <Panel
        title="Images"
        padded={false}
        actions={
          <>
            <CsvLink table="images" of="images" />
            {mayWrite ? <EditImage answer={answer} image={null} /> : null}
          </>
        }
      >
        <Images images={images} {...forms} />
      </Panel>
    </Page>
  );
}
