import { transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { isWhatItLooksLike } from "~/platform/hidden-characters";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { lockTeam, type TeamAct } from "./lock-team.server";

const NAME_MAX = 60;

/** Sets what members call their team; empty: the tenant's name. @throws Refusal M171, M184, M185. */
export async function nameTeam(given: TeamAct & { teamName: string }): Promise<void> {
  const { tenantId, userId, requestId, now } = given;
  const teamName = given.teamName.trim();
  if ([...teamName].length > NAME_MAX || !isWhatItLooksLike(teamName) || /\p{Cc}/u.test(teamName))
    throw Refusal.ofField("team_name", M.teamNameWrong);
  await transaction(async (tx) => {
    await lockTeam(tx, given, "team.act");
    await tx.query(`update tenant set display_name = $2 where id = $1`, [tenantId, teamName]);
    await writeAudit({ userId, action: "team.name", target: `tenant:${tenantId}`, requestId, now }, tx);
  });
}
