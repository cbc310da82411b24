import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { hasRight } from "~/platform/staff-rights";
import { Banner } from "~/platform/ui/banner";
import { ButtonLink } from "~/platform/ui/button-link";
import { CodeBlock } from "~/platform/ui/code-block";
import { CsvLink } from "~/platform/ui/csv-link";
import { FocusedPanel } from "~/platform/ui/focused-panel";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { StatusDot } from "~/platform/ui/status-dot";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { CHANNEL_KINDS } from "~/staff/inside/alerts/channel-bodies";
import { listChannels } from "~/staff/inside/alerts/list-channels.server";
import { DeletePopup } from "~/staff/views/delete-popup";
import { AlertTabs } from "../alerts/alert-tabs";
import { ChannelForm } from "./channel-form";
import { CHANNEL_COLUMNS, channelView, type ChannelView } from "./channel-view.server";
import { channelsAction, type MadeChannel } from "./channels-action.server";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Alert channels · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "alert-channels");
  await csvInstead(args, { channels: () => csvTable(listChannels, CHANNEL_COLUMNS) });
  const chosen = new URL(args.request.url).searchParams.get("channel");
  const channels = (await listChannels()).map(channelView);
  const mayAct = hasRight(viewer, "alerts.act");
  return { channels, changed: (mayAct && channels.find(({ id }) => String(id) === chosen)) || null, mayAct };
}

export async function action(args: ActionFunctionArgs) {
  return await channelsAction(args, await requireStaff(args, "alert-channels"));
}

/** The ways in which staff are told. */
export default function AlertChannels() {
  const { channels, changed, mayAct } = useLoaderData<typeof loader>();
  const kept = useKeptAnswer(useActionData<typeof action>());
  const answer = refusalIn(kept);
  const made = kept && "secret" in kept ? (kept as MadeChannel) : null;
  return (
    <Page title="Alerts" actions={<CsvLink of="alert channels" />}>
      <AlertTabs current="Channels" />
      <Refused answer={answer?.intent === "delete" ? undefined : answer} />
      {made ? (
        <FocusedPanel about={made.secret} title="The channel is ready">
          <div role="status" className="flex flex-col gap-3">
            <Banner tone="ok">
              Copy this signing secret now: it is shown only once. Your program uses it to verify that a message comes
              from Millrace.
            </Banner>
            <CodeBlock label="Signing secret" text={made.secret} />
          </div>
        </FocusedPanel>
      ) : null}
      <section className="rounded-panel border bg-surface shadow-panel">
        <Table
          caption="Alert channels"
          rows={channels}
          rowKey={({ id }) => id}
          empty="There is no channel, so nobody is told of alerts. Add one below."
          columns={[
            { head: "Channel", cell: (channel) => <ChannelName channel={channel} mayAct={mayAct} /> },
            {
              head: "Last message",
              cell: ({ sentTs }) =>
                sentTs === null ? <span className="text-muted">None yet</span> : <Time epochSeconds={sentTs} />,
              width: "lg:w-40",
            },
            { head: "Rules", cell: ({ rules }) => rules, numeric: true, width: "lg:w-20" },
            { head: "State", cell: (channel) => <ChannelState channel={channel} />, width: "lg:w-56" },
            ...(mayAct
              ? [
                  {
                    head: "",
                    label: "",
                    cell: (channel: ChannelView) => <TestForm channel={channel} />,
                    width: "lg:w-32" as const,
                  },
                ]
              : []),
          ]}
        />
      </section>
      {changed ? <ChangePanel key={changed.id} channel={changed} answer={answer} /> : null}
      {mayAct && !changed ? (
        <details className="more border-y py-4" open={answer?.intent === "add"}>
          <summary className="flex items-center justify-between gap-4">
            <h2 className="text-lg font-semibold">Add a channel</h2>
          </summary>
          <div className="pt-4">
            <ChannelForm key={channels.length} channel={null} answer={answer} />
          </div>
        </details>
      ) : null}
    </Page>
  );
}

function ChannelName({ channel: { id, name, kind, to }, mayAct }: { channel: ChannelView; mayAct: boolean }) {
  const where = to || (kind === "mail" ? "all staff who manage alerts" : "");
  return (
    <span className="[overflow-wrap:anywhere]">
      {mayAct ? (
        <TextLink to={`/dashboard/alerts/channels?channel=${id}#change`} className="font-medium">
          {name}
        </TextLink>
      ) : (
        <span className="font-medium">{name}</span>
      )}
      <span className="block font-normal text-muted">{[CHANNEL_KINDS[kind], where].filter(Boolean).join(" · ")}</span>
    </span>
  );
}

/** Changes or deletes a channel. */
function ChangePanel({ channel, answer }: { channel: ChannelView; answer: FormAnswer | undefined }) {
  const { id, name, rules } = channel;
  return (
    <Panel
      id="change"
      title={`Change ${name}`}
      actions={
        <>
          <ButtonLink look="quiet" size="small" to="/dashboard/alerts/channels">
            Close
          </ButtonLink>
          <DeletePopup name={name} kind="channel" answer={answer} hidden={{ channel: String(id) }}>
            {rules === 0 ? "No rule uses it." : `${rules === 1 ? "One rule uses" : `${rules} rules use`} it now.`}{" "}
            Messages that wait for it are not sent.
          </DeletePopup>
        </>
      }
    >
      <ChannelForm channel={channel} answer={answer} />
    </Panel>
  );
}

function ChannelState({ channel: { error, failingTs, waiting, sentTs } }: { channel: ChannelView }) {
  if (failingTs !== null)
    return (
      <StatusDot tone="danger">
        Failing since <Time epochSeconds={failingTs} />
        <span className="block text-muted">
          {error} {waiting > 0 ? `${waiting} waiting.` : ""}
        </span>
      </StatusDot>
    );
  return sentTs === null ? <StatusDot>Not tried yet</StatusDot> : <StatusDot tone="ok">Works</StatusDot>;
}

function TestForm({ channel: { id, name } }: { channel: ChannelView }) {
  return (
    <PostForm intent="test" preventScrollReset>
      <input type="hidden" name="channel" value={id} />
      <SubmitButton intent="test" look="quiet" size="small" aria-label={`Send a test to ${name}`}>
        Send a test
      </SubmitButton>
    </PostForm>
  );
}
