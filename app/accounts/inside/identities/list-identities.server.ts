import { db } from "~/platform/db.server";
import type { ProviderId } from "~/accounts/providers";

/** A linked account, with which its owner logs in. Times are epoch seconds. */
export interface ShownIdentity {
  id: number;
  provider: ProviderId;
  email: string;
  linkedTs: number;
  usedTs: number | null;
}

/** The linked accounts, and whether the user has a password. */
export async function listIdentities({
  userId,
}: {
  userId: number;
}): Promise<{ hasPassword: boolean; linked: ShownIdentity[] }> {
  const [[user], linked] = await Promise.all([
    db.query<{ hasPassword: boolean }>(
      `select password_hash is not null as "hasPassword" from user_account where id = $1`,
      [userId],
    ),
    db.query<ShownIdentity>(
      `select id, provider, email, floor(extract(epoch from linked_at))::float8 as "linkedTs",
         floor(extract(epoch from used_at))::float8 as "usedTs"
       from identity where user_id = $1 order by linked_at, id`,
      [userId],
    ),
  ]);
  return { hasPassword: user?.hasPassword ?? false, linked };
}
