import { engineSettings } from "~/compute/engine-settings";
import { type LockedPlace, lockPlace, placeOnPilots, takeJob } from "~/compute/place-pilots.server";
import { M } from "~/fleet/messages";
import { transaction, violatesUnique } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { Refusal } from "~/platform/refusal";
import { hashOf, makeSecret } from "./agent-secret.server";
import { type Enrolled, insertNode, type NewMachine, type PilotOf } from "./enroll-node.server";

interface Admission extends NewMachine, Omit<PilotOf, "pilotOf" | "sshGateway"> {
  token: string;
  /** The engine's number of the job in which it runs; empty if the engine has no numbers. */
  job: string;
  now: Date;
}

export interface Admitted extends Enrolled {
  /** Minutes without contact after which the pilot ends its task and itself. */
  leaseMinutes: number;
  /** Origin of the worker's sockets. */
  liveUrl: string;
}

/**
 * Admits the agent that an engine started as the pilot of a place (20.2). With the last of its pilots the task of the
 * place is placed on them, in the same transaction: of duplicates, restarted jobs and late ones at most one is admitted.
 * @throws Refusal 401, 409, 410.
 */
export async function admitPilot(given: Admission): Promise<Admitted> {
  const { token, rank, job, now } = given;
  const { secret, hash } = makeSecret("mra_");
  try {
    return await transaction(async (tx) => {
      const place = await lockPlace(tx, { tokenHash: hashOf(token), now });
      requireWhatWasAsked(place, given);
      await takeJob(tx, place, job);
      const { clusterName } = place.row;
      const nodeName = `${place.name}-${rank}`;
      const { leaseMinutes, ssh } = engineSettings(place.settings);
      const pilot = { ...given, nodeName, clusterName, pilotOf: place.name, sshGateway: ssh === "gateway", hash };
      const nodeId = await insertNode(tx, pilot);
      await placeOnPilots(tx, place, now);
      return { nodeId, nodeName, clusterName, agentKey: secret, leaseMinutes, liveUrl: env.LIVE_ORIGIN };
    });
  } catch (error) {
    // A rank of a place has one pilot, retired or not.
    if (!violatesUnique(error)) throw error;
    throw new Refusal(M.placeTaken, { status: 409 });
  }
}

/** The engine may have granted something else, or started more agents than nodes. */
function requireWhatWasAsked({ row, nodes, gpusPerNode }: LockedPlace, { rank, gpus, gpuType }: Admission): void {
  const asked = `${gpusPerNode} ${row.gpuType}, node ${Math.min(rank, nodes - 1)} of ${nodes}`;
  const given = `${gpus} ${gpuType}, node ${rank} of ${nodes}`;
  if (asked !== given) throw new Refusal(M.wrongPlace({ asked, given }), { status: 409 });
}
