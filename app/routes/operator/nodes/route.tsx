import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/http/access.server";
import { Banner } from "~/ui/banner";
import { Page } from "~/ui/page";
import { Refresh } from "~/ui/refresh";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { AddNode } from "./add-node";
import { AskRetire } from "./ask-retire";
import { Fleet } from "./fleet";
import { FleetSummary } from "./fleet-summary";
import { IssuedToken } from "./issued-token";
import { nodesAction } from "./nodes-action.server";
import { OpenTokens } from "./open-tokens";
import { readNodesScreen } from "./read-nodes-screen.server";
import { useRecount } from "../use-recount";
import { answerOf } from "./action-answer";

export const meta: MetaFunction = () => [{ title: "Nodes · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await requireStaff(args);
  return await readNodesScreen({ search: new URL(args.request.url).searchParams, role, now: new Date() });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "operator");
  return await nodesAction(args, viewer);
}

export default function Nodes() {
  const loaded = useLoaderData<typeof loader>();
  const { issued, askRetire, message } = answerOf(useKeptAnswer(useActionData()));
  useRecount(["node", "tenants"]);
  return (
    <Page
      title="Nodes"
      lead="Modes, health and running tenants of the whole fleet."
      actions={loaded.mayRetire ? <AddNode clusters={loaded.clusters} /> : null}
    >
      {loaded.find || issued ? null : <Refresh everySeconds={45} />}
      {message ? <Banner tone="danger">{message}</Banner> : null}
      {issued ? <IssuedToken issued={issued} /> : null}
      {askRetire ? <AskRetire nodeName={askRetire} /> : null}
      {loaded.versions ? <Banner>{loaded.versions}</Banner> : null}
      <FleetSummary counts={loaded.counts} />
      <Fleet loaded={loaded} />
      {loaded.tokens.length > 0 ? <OpenTokens tokens={loaded.tokens} /> : null}
    </Page>
  );
}
