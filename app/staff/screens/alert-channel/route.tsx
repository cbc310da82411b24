import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { Page } from "~/platform/ui/page";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { CHANNEL_KINDS } from "~/staff/inside/alerts/channel-bodies";
import { ChannelForm } from "../alert-channels/channel-form";
import { readChannelScreen } from "./read-channel-screen.server";
import { channelsAction } from "../alert-channels/channels-action.server";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Alert channel · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "operator");
  return await readChannelScreen(args);
}

export async function action(args: ActionFunctionArgs) {
  return await channelsAction(args, await requireStaff(args, "operator"));
}

/** Changes or deletes a channel. */
export default function AlertChannel() {
  const { channel } = useLoaderData<typeof loader>();
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  const { id, name, kind, rules } = channel;
  return (
    <Page
      title={name}
      back={{ to: "/dashboard/alerts/channels", label: "Alert channels" }}
      lead={CHANNEL_KINDS[kind]}
      actions={
        <Popup button="Delete" look="quiet" buttonLabel={`Delete ${name}`} title={`Delete ${name}?`} size="small">
          <PostForm intent="delete" className="flex flex-col gap-4">
            <input type="hidden" name="channel" value={id} />
            <p>
              {rules === 0 ? "No rule tells it." : `${rules === 1 ? "One rule tells" : `${rules} rules tell`} it now.`}{" "}
              What waits for it is not sent.
            </p>
            <div>
              <SubmitButton intent="delete" look="danger">
                Delete channel
              </SubmitButton>
            </div>
          </PostForm>
        </Popup>
      }
    >
      <Refused answer={answer} />
      <ChannelForm channel={channel} answer={answer} />
    </Page>
  );
}
