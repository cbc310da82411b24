import { db } from "./db.server";
import { ATTEMPTS_MAX } from "./unsent-mails.server";

const DAYS = 30;
const NEWEST = 25;

/** A mail without its text, which may contain links. */
export interface MailRow {
  id: number;
  /** Epoch seconds. */
  ts: number;
  subject: string;
  /** `waiting`: no server has accepted it yet; `given up`: ten attempts failed. */
  state: "sent" | "waiting" | "given up";
}

/** The newest mails to an address in the last 30 days; for staff who do not see money (23.3) without amounts. */
export async function listMails(asked: { to: string; seesMoney: boolean; now: Date }): Promise<MailRow[]> {
  const { to, seesMoney, now } = asked;
  return await db.query<MailRow>(
    `select id::float8 as id, floor(extract(epoch from created_at))::float8 as ts,
       case when $4 then subject else regexp_replace(subject, '\\$[0-9][0-9,.]*', '$…', 'g') end as subject,
       case when sent_at is not null then 'sent' when attempts < $3 then 'waiting' else 'given up' end as state
     from mail where to_address = $1 and created_at > $2::timestamptz - interval '${DAYS} days'
     order by created_at desc, id desc limit ${NEWEST}`,
    [to, now, ATTEMPTS_MAX, seesMoney],
  );
}
