import { tokenClaims } from "~/compute/engine-access";
import { db } from "~/platform/db.server";
import { decrypt } from "~/platform/secret.server";
import { type TokenNotice, tokenNotice } from "./token-notice";

/** The end of an engine's token, of which something is to be said. */
export interface TokenEnding {
  engineId: number;
  clusterName: string;
  until: Date;
  notice: TokenNotice;
}

/** Lists the tokens that end soon or have ended, of engines that back a cluster. */
export async function readTokenEnds({ now }: { now: Date }): Promise<TokenEnding[]> {
  const rows = await db.query<{ engineId: number; clusterName: string; until: Date; credentials: string | null }>(
    `select engine.id as "engineId", cluster.name as "clusterName", credentials_until as until, credentials
     from engine join cluster on cluster.engine_id = engine.id
     where credentials_until is not null and credentials_until <= $1::timestamptz + interval '7 days' order by cluster.name`,
    [now],
  );
  return rows.flatMap(({ credentials, ...row }) => {
    const madeTs = tokenClaims((credentials && decrypt(credentials)) ?? "")?.iat ?? null;
    const notice = tokenNotice({ ...row, made: madeTs === null ? null : new Date(madeTs * 1000) }, now);
    return notice === null ? [] : [{ ...row, notice }];
  });
}
