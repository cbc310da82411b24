import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { historyAction } from "./history-action.server";
import { readHistoryScreen } from "./read-history-screen.server";
import { RevisionList } from "./revision-list";
import { RevisionView } from "./revision-view";

export const meta: MetaFunction = () => [{ title: "FAQ history · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "faq-history");
  return await readHistoryScreen({ id: args.params["id"], search: new URL(args.request.url).searchParams, viewer });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "faq-history");
  return await historyAction(args, viewer, args.params["id"]);
}

export default function FaqHistory() {
  const { id, section, revisions, page, pages, chosen, mayWrite } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const back = section.deleted ? "/dashboard/faq" : `/dashboard/faq?section=${id}`;
  return (
    <Page
      title={`History of ${section.title}`}
      lead={
        section.deleted
          ? "This section is deleted. Undo that in the editor to restore one of its versions."
          : "Every save is kept for 30 days, and the last one of each day for two years."
      }
      actions={<ButtonLink to={back}>Back to the editor</ButtonLink>}
    >
      <Refused answer={answer} />
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Panel title="Versions" padded={false}>
          <RevisionList revisions={revisions} chosen={chosen?.text.version ?? null} page={page} />
          {pages > 1 ? <Pager page={page} pages={pages} /> : null}
        </Panel>
        {revisions.length > 0 || chosen ? (
          <RevisionView chosen={chosen} section={section} mayRestore={mayWrite && !section.deleted} />
        ) : null}
      </div>
    </Page>
  );
}
