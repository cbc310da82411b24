import { db, transaction } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { mailOperators } from "~/platform/mail-operators.server";
import { ownUrl } from "~/platform/own-url.server";
import { utcMinute } from "~/platform/utc-moment";
import { ENGINE_IS_AWAY } from "./inside/engines/machine-sql.server";
import { readTokenEnds, type TokenEnding } from "./inside/engines/read-token-ends.server";

/** A restart of a site's controller is no news to its operators. */
const AWAY = "10 minutes";

/** Mails operators before and when the token of an engine ends: once for each token and notice. */
export async function warnOfTokenEnds({ now }: { now: Date }): Promise<void> {
  await forEach(await readTokenEnds({ now }), async (ending) => {
    const { engineId, until, notice } = ending;
    const cause = `engine-token:${engineId}:${until.toISOString()}:${notice}`;
    await transaction((tx) => mailOperators(tx, { ...mailOf(ending), cause }));
  });
}

function mailOf({ clusterName, until, notice }: TokenEnding) {
  const then = "Running tasks go on and are charged; new ones wait until there is a new token.";
  const how = `Type a new one at ${ownUrl(`/dashboard/clusters/${clusterName}`)}, or let a script of the site send it.`;
  if (notice === "ended")
    return {
      subject: `${clusterName}: the token of its scheduler has ended`,
      text: `The token with which Millrace asks the scheduler of ${clusterName} ended at ${utcMinute(until)}. ${then}\n\n${how}`,
    };
  return {
    subject: `${clusterName}: the token of its scheduler ends ${notice === 1 ? "within a day" : "within 7 days"}`,
    text: `The token with which Millrace asks the scheduler of ${clusterName} ends at ${utcMinute(until)}. ${then}\n\n${how}`,
  };
}

/** Mails operators about an engine that cannot be asked for ten minutes, once for each outage, unless its token has ended. */
export async function tellOfSilentEngines({ now }: { now: Date }): Promise<void> {
  const silent = await db.query<{ id: number; clusterName: string; why: string; stateAt: Date }>(
    `select engine.id, cluster.name as "clusterName", why, state_at as "stateAt" from engine
     join cluster on cluster.engine_id = engine.id
     where ${ENGINE_IS_AWAY} and state_at <= $1::timestamptz - interval '${AWAY}' order by cluster.name`,
    [now],
  );
  await forEach(silent, ({ id, clusterName, why, stateAt }) =>
    transaction((tx) =>
      mailOperators(tx, {
        subject: `${clusterName}: its scheduler cannot be asked`,
        text: `Millrace has not been able to ask the scheduler of ${clusterName} since ${utcMinute(stateAt)}: ${why}. Running tasks go on and are charged; new ones wait.

${ownUrl(`/dashboard/clusters/${clusterName}`)} shows when it answers again.`,
        cause: `engine-away:${id}:${stateAt.toISOString()}`,
      }),
    ),
  );
}
