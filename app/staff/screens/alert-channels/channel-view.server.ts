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

/** The file of the channels. */
export const CHANNEL_COLUMNS = {
  Channel: ({ name }: ChannelRow) => name,
  Kind: ({ kind }: ChannelRow) => kind,
  To: ({ to }: ChannelRow) => to,
  "Messages an hour, at most": ({ hourlyMax }: ChannelRow) => hourlyMax,
  "Last message": ({ sentAt }: ChannelRow) => sentAt,
  Rules: ({ rules }: ChannelRow) => rules,
  "Failing since": ({ failingSince }: ChannelRow) => failingSince,
  Error: ({ error }: ChannelRow) => error,
};

export type ChannelView = ReturnType<typeof channelView>;
