import { M } from "~/staff/messages";
import { refusalPage } from "~/platform/http/refusal-page.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { findChannel } from "~/staff/inside/alerts/list-channels.server";
import { channelView } from "../alert-channels/channel-view.server";

/** The channel in the address. */
export async function readChannelScreen({
  params: { channelId = "" },
}: RouteArgs & { params: { channelId?: string | undefined } }) {
  const channel = /^\d{1,9}$/.test(channelId) ? await findChannel(Number(channelId)) : null;
  if (!channel) throw refusalPage(404, M.notFound);
  return { channel: channelView(channel) };
}
