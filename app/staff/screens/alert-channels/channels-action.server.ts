import { z } from "zod";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Refusal } from "~/platform/refusal";
import { addChannel, changeChannel, deleteChannel } from "~/staff/inside/alerts/change-channels.server";
import { testChannel } from "~/staff/inside/alerts/test-channel.server";
import { M } from "~/staff/messages";
import { RowId } from "../alert-rules/rules-action.server";

const URL_MAX = 2000;
const text = (most: number) => z.string().max(most, M.unreadable).default("");
const Channel = z.object({ name: text(200), kind: text(20), target: text(URL_MAX), hourly_max: text(20) });
const Chosen = z.object({ channel: RowId });

/** A new channel; `secret` signs its webhooks, and is only in this answer. */
export interface MadeChannel {
  channelId: number;
  secret: string;
}

/** Makes, changes, tests and deletes channels. The caller has checked that the viewer is an operator. */
export async function channelsAction(args: RouteArgs, { userId }: Viewer) {
  const by = (now: Date) => ({ userId, requestId: requestIdOf(args), now });
  return await formAction(args, {
    add: onForm(Channel, async (fields, { now }) => {
      const { channelId, secret } = await addChannel(by(now), fields);
      if (secret !== null) return Response.json({ channelId, secret } satisfies MadeChannel);
      return { notice: `“${fields.name.trim()}” is ready. Send it a test, then choose it in a rule.` };
    }),
    change: onForm(Channel.extend(Chosen.shape), async ({ channel: channelId, ...fields }, { now }) => {
      const name = await changeChannel(by(now), { channelId, fields });
      return { notice: `“${name}” is saved.`, to: "/dashboard/alerts/channels" };
    }),
    test: onForm(Chosen, async ({ channel: channelId }, { now }) => {
      const { name, error } = await testChannel(by(now), { channelId });
      if (error !== "") throw new Refusal(`“${name}” did not accept the test. ${error}`, { status: 422 });
      return { notice: `“${name}” accepted the test.` };
    }),
    delete: onForm(Chosen, async ({ channel: channelId }, { now }) => {
      const name = await deleteChannel(by(now), { channelId });
      return { notice: `“${name}” is deleted. Rules no longer tell it.`, to: "/dashboard/alerts/channels" };
    }),
  });
}
