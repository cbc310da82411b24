import type { ChannelRow } from "~/staff/inside/alerts/list-channels.server";
import { secondsOf } from "../alerts/alert-view.server";

/** A channel as it is shown. */
export function channelView({ sentAt, failingSince, ...channel }: ChannelRow) {
  return {
    ...channel,
    sentTs: sentAt ? secondsOf(sentAt) : null,
    failingTs: failingSince ? secondsOf(failingSince) : null,
  };
}

export type ChannelView = ReturnType<typeof channelView>;
