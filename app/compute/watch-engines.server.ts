import { transaction } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { mailOperators } from "~/platform/mail-operators.server";
import { ownUrl } from "~/platform/own-url.server";
import { utcMinute } from "~/platform/utc-moment";
import { readTokenEnds, type TokenEnding } from "./inside/engines/read-token-ends.server";

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
