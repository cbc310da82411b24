import type { ChannelRow } from "~/staff/inside/alerts/list-channels.server";
import { epochSeconds } from "~/platform/epoch-seconds";

/** A channel as it is shown. */
export function channelView({ sentAt, failingSince, ...channel }: ChannelRow) {
  return {
    ...channel,
    sentTs: sentAt ? epochSeconds(sentAt) : null,
    failingTs: failingSince ? epochSeconds(failingSince) : null,
  };
}

export type ChannelView = ReturnType<typeof channelView>;
