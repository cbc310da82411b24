import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/http/access.server";
import { Page } from "~/ui/page";
import { Pager } from "~/ui/pager";
import { Panel } from "~/ui/panel";
import { Refused } from "~/ui/refused";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { GrantTrial } from "./grant-trial";
import { marketingAction } from "./marketing-action.server";
import { NewPromo } from "./new-promo";
import { Promos } from "./promos";
import { readMarketingScreen } from "./read-marketing-screen.server";
import { Trials } from "./trials";

export const meta: MetaFunction = () => [{ title: "Marketing · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await requireStaff(args);
  return await readMarketingScreen({ search: new URL(args.request.url).searchParams, role, now: new Date() });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "admin");
  return await marketingAction(args, viewer);
}

export default function Marketing() {
  const { trials, promos, mayWrite } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const grant = mayWrite ? <GrantTrial made={trials.total} answer={answer} /> : null;
  const create = mayWrite ? <NewPromo made={promos.total} answer={answer} /> : null;
  return (
    <Page title="Marketing" lead="Trials of PRO, and the codes that customers redeem on their billing screen.">
      <Refused answer={answer} />
      <Panel title="Trials" padded={false} actions={grant}>
        <Trials trials={trials.rows} />
        {trials.pages > 1 ? <Pager name="trials" page={trials.page} pages={trials.pages} /> : null}
      </Panel>
      <Panel title="Promocodes" padded={false} actions={create}>
        <Promos promos={promos.rows} mayWrite={mayWrite} />
        {promos.pages > 1 ? <Pager name="promos" page={promos.page} pages={promos.pages} /> : null}
      </Panel>
    </Page>
  );
}
