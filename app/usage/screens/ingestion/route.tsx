import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasRight } from "~/platform/staff-rights";
import { readSources } from "~/usage/inside/intake/read-sources.server";
import { env } from "~/platform/env.server";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { TextLink } from "~/platform/ui/text-link";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { CheckEvent } from "./check-event";
import { ingestionAction } from "./ingestion-action.server";
import { ingestionAnswer } from "./ingestion-answers";
import { ingestionCsv } from "./ingestion-csv.server";
import { MakeSource } from "./make-source";
import { SendingLines } from "./sending-lines";
import { KeyPanel } from "./shown-key";
import { RevokeForm } from "./source-actions";
import { SourcePanel } from "./source-panel";
import { TestEvent } from "./test-event";

export const meta: MetaFunction = () => [{ title: "Ingestion · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "ingestion");
  const now = presentTime();
  await csvInstead(args, ingestionCsv({ now }));
  const sources = await readSources({ now });
  return { sources, mayWrite: hasRight(viewer, "usage.act"), origin: env.APP_ORIGIN, email: viewer.email };
}

export async function action(args: ActionFunctionArgs) {
  return await ingestionAction(args, await requireStaff(args, "ingestion"));
}

export default function Ingestion() {
  const { sources, mayWrite, origin, email } = useLoaderData<typeof loader>();
  const given = useKeptAnswer(useActionData());
  const { shownKey, askRevoke, checked } = ingestionAnswer(given);
  const answer = refusalIn(given);
  const working = sources.filter(({ revokedTs }) => revokedTs === null);
  const choices = working.map(({ id, name }) => ({ value: String(id), label: name }));
  const own = ["make-source", "test-event", "check-event"].includes(answer?.intent ?? "");
  return (
    <Page
      title="Ingestion"
      lead="Which sources send model usage, how far behind they are, and which events are rejected."
      actions={
        <>
          <CsvLink of="the sources" />
          <CsvLink table="rejections" of="rejections by reason" label="Rejections CSV" />
          {mayWrite ? <MakeSource answer={answer} /> : null}
        </>
      }
    >
      {own ? null : <Refused answer={answer} />}
      {shownKey ? <KeyPanel shown={shownKey} origin={origin} /> : null}
      {askRevoke ? (
        <Panel title={`Revoke ${askRevoke.name}?`}>
          <RevokeForm id={askRevoke.id} />
          <p className="mt-4 text-sm">
            <TextLink to="/dashboard/ingestion">Keep it</TextLink>
          </p>
        </Panel>
      ) : null}
      {sources.length === 0 ? (
        <Panel>
          <p className="py-6 text-center text-muted">
            No sources yet. A source is a gateway or a server that sends usage with a key of its own.
          </p>
        </Panel>
      ) : (
        sources.map((source) => <SourcePanel key={source.id} source={source} mayWrite={mayWrite} />)
      )}
      <Panel title="Check an event" lead="Shows how an event would be handled. Nothing is stored, as with ?validate=1.">
        <CheckEvent key={checked?.text} answer={answer} checked={checked} sources={choices} />
      </Panel>
      {mayWrite ? (
        <Panel title="Send a test event" lead="Sends a real event: it counts, and costs its user coins.">
          <TestEvent answer={answer} sources={choices} user={email ?? ""} />
        </Panel>
      ) : null}
      <Panel title="Examples for senders" lead="Replace $MILLRACE_KEY with the key of a source.">
        <div className="flex flex-col gap-3">
          <SendingLines origin={origin} />
        </div>
      </Panel>
    </Page>
  );
}
