import { db, transaction } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { ownUrl } from "~/platform/own-url.server";
import { KEYS_PAGE, mailMaker } from "./inside/api-keys/create-key.server";
import { keyEndsMail } from "./inside/api-keys/key-mails";
import { scopesIn } from "./key-scopes";

const BATCH = 500;
const DAYS_BEFORE = 7;
const DAY_MS = 86_400_000;

/**
 * Mails once about each key that expires within 7 days. A key made for 7 days or fewer needs no mail: its maker knows.
 */
export async function warnOfEnds({ now }: { now: Date }): Promise<void> {
  const until = new Date(now.getTime() + DAYS_BEFORE * DAY_MS);
  const ending = await db.query<{ id: number }>(
    `select id from api_key where warned_at is null and revoked_at is null and expires_at is not null
       and expires_at > $1 and expires_at <= $2 and expires_at > created_at + interval '${DAYS_BEFORE + 1} days'
     order by expires_at limit ${BATCH}`,
    [now, until],
  );
  await forEach(ending, ({ id }) => warn(id, now));
}

async function warn(id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [key] = await tx.query<{
      userId: number;
      name: string;
      last4: string;
      scopes: string[];
      networks: string[];
      expiresAt: Date;
    }>(
      `update api_key set warned_at = $2 where id = $1 and warned_at is null and revoked_at is null and expires_at is not null
       returning user_id as "userId", name, last4, scopes, networks, expires_at as "expiresAt"`,
      [id, now],
    );
    if (!key) return;
    const mail = keyEndsMail({ ...key, scopes: scopesIn(key.scopes) }, ownUrl(KEYS_PAGE));
    await mailMaker(tx, { userId: key.userId, ...mail, cause: `api-key-ends:${id}` });
  });
}
