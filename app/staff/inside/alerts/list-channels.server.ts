import { db } from "~/platform/db.server";
import type { ChannelKind } from "./channel-bodies";

/** A channel as it is shown: never its URL or key. */
export interface ChannelRow {
  id: number;
  name: string;
  kind: ChannelKind;
  /** An address of mail, or the host of a URL; empty: all staff who manage alerts. */
  to: string;
  hourlyMax: number;
  sentAt: Date | null;
  failingSince: Date | null;
  error: string;
  /** Rules that tell it. */
  rules: number;
  /** Messages that wait for another try. */
  waiting: number;
}

/** The most channels of an installation. */
export const CHANNELS_MAX = 50;

/** Lists the channels by name. */
export async function listChannels(): Promise<ChannelRow[]> {
  return await db.query<ChannelRow>(
    `select c.id, c.name, c.kind, case when c.kind = 'mail' then c.address else c.host end as to,
       c.hourly_max as "hourlyMax", c.sent_at as "sentAt", c.failing_since as "failingSince", c.error,
       (select count(*) from alert_rule_channel rc join alert_rule r on r.id = rc.rule_id and r.deleted_at is null
          where rc.channel_id = c.id)::int as rules,
       (select count(*) from alert_message m where m.channel_id = c.id and m.state = 'waiting')::int as waiting
     from alert_channel c where c.deleted_at is null order by lower(c.name), c.id`,
  );
}
