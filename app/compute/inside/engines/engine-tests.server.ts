import { setTimeout as sleep } from "node:timers/promises";
import type { ProbeLine } from "~/compute/engine";
import { ENGINE_TESTS } from "~/compute/engine-tests.server";
import { tokenEndMs } from "~/compute/engine-access";
import { M } from "~/compute/messages";
import { command } from "~/platform/announce.server";
import { db, transaction, type Tx } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { decrypt, encrypt } from "~/platform/secret.server";
import type { Connection } from "./set-engine.server";

const LOOK_MS = 200;
const ANSWER_WITHIN_MS = 40_000;

export interface EngineTested {
  /** Id of the test: the form sends it as `tested` to store its token. */
  id: string;
  lines: ProbeLine[];
}

/**
 * Has a worker test an engine with settings that are not stored yet. Without a token in the form, the one of an earlier
 * test or the stored one is used. @throws Refusal without a token, or if no worker answers.
 */
export async function testEngine(
  { kind, url, settings, token, tested }: Connection,
  { clusterName, now }: { clusterName: string; now: Date },
): Promise<EngineTested> {
  const id = await transaction(async (tx) => {
    const given = token === "" ? await knownCredentials(tx, { tested, clusterName, url }) : credentialsOf(token);
    if (!given) throw Refusal.ofField("engine_password", M.engineNeedsToken);
    const [made] = await tx.query<{ id: string }>(
      `insert into engine_test (kind, url, settings, credentials, asked_at) values ($1, $2, $3, $4, $5) returning id`,
      [kind, url, JSON.stringify(settings), given.credentials, now],
    );
    await command(tx, [{ command: "wake", key: ENGINE_TESTS }]);
    return made?.id ?? "";
  });
  const untilMs = performance.now() + ANSWER_WITHIN_MS;
  while (performance.now() < untilMs) {
    const [row] = await db.query<{ lines: ProbeLine[] | null }>(`select lines from engine_test where id = $1`, [id]);
    if (row?.lines) return { id, lines: row.lines };
    await sleep(LOOK_MS);
  }
  throw new Refusal(M.engineNotTested);
}

/** A token as stored, and when it expires; null: never, or unknown. */
export interface Credentials {
  credentials: string;
  until: Date | null;
}

export function credentialsOf(token: string): Credentials {
  const endMs = tokenEndMs(token);
  return { credentials: encrypt(token), until: endMs === null ? null : new Date(endMs) };
}

/**
 * The token to use if none is typed: that of an earlier test, or the stored one; null without one. It goes only to the
 * address that it was typed for: at another one an admin could read it. @throws Refusal for another address.
 */
export async function knownCredentials(
  tx: Tx,
  { tested, clusterName, url }: Pick<Connection, "tested" | "url"> & { clusterName: string },
): Promise<Credentials | null> {
  const known = await tx.query<{ url: string; credentials: string | null }>(
    `select url, credentials from engine_test where id = nullif($1, '')::uuid
     union all select engine.url, engine.credentials from engine join cluster on cluster.engine_id = engine.id
       where cluster.name = $2`,
    [tested, clusterName],
  );
  const newest = known.find(({ credentials }) => credentials !== null);
  const stored = newest?.credentials ? decrypt(newest.credentials) : null;
  if (!newest || stored === null) return null;
  if (new URL(newest.url).origin !== new URL(url).origin)
    throw Refusal.ofField("engine_password", M.engineTokenElsewhere);
  return credentialsOf(stored);
}
