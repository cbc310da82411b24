import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import { Panel } from "~/platform/ui/panel";
import { Tabs } from "~/platform/ui/tabs";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { useHashOpen } from "../faq/use-hash-open";
import { CallDetails } from "./call-details";
import { Essentials } from "./essentials";
import { InstallCommandLine } from "./install-command-line";
import { KeyInExamples } from "./key-in-examples";
import { readReference } from "./read-reference.server";
import { showKeyHere } from "./show-key-here.server";

export const meta: MetaFunction = () =>
  pageMeta("API · Millrace", "Every API call with its fields, a curl example and its answer.");

export async function loader(args: LoaderFunctionArgs) {
  return await readReference(args);
}

export async function action(args: ActionFunctionArgs) {
  return await showKeyHere(args);
}

export default function Api() {
  const { origin, groups, group, calls, viewer } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const key = useShownKey(answer && "shownKey" in answer ? String(answer.shownKey) : null);
  useHashOpen();
  return (
    <Page title="API" lead="Your programs can do everything the screens do. One key, plain HTTP, JSON answers.">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Essentials origin={origin} />
        <KeyInExamples
          viewer={viewer}
          here={`/api?of=${group.slug}`}
          shown={key !== null}
          refused={answer && "message" in answer ? answer.message : null}
        />
      </div>
      <InstallCommandLine origin={origin} />
      <Tabs
        label="Parts of the reference"
        tabs={groups.map(({ name, slug }) => ({
          label: name,
          to: `/api?of=${slug}`,
          current: slug === group.slug,
        }))}
      />
      <Panel title={group.name} padded={false}>
        <div className="divide-y">
          {calls.map((call) => (
            <CallDetails key={call.id} call={call} apiKey={key} />
          ))}
        </div>
      </Panel>
    </Page>
  );
}

/** The key stays in the examples while the reader turns to other parts, in this page's memory only. */
function useShownKey(answered: string | null): string | null {
  const [kept, setKept] = useState(answered);
  useEffect(() => {
    if (answered !== null) setKept(answered);
  }, [answered]);
  return answered ?? kept;
}
