import { db } from "~/platform/db.server";
import { readDesired } from "~/fleet/read-desired.server";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { decrypt } from "~/platform/secret.server";
import { storeSshKey } from "~/compute/store-ssh-key.server";
import { anEd25519Line } from "../../../support/ssh-key";
import { aMember } from "../../../support/team-world";
import { aNode, aTenant, type NodeInWorld, theCatalogue, type TenantInWorld } from "../../../support/world";
import { emptyCapacity } from "../../../compute/database/capacity/reserving";

export const requestId = "";
export let now: Date;
export let owner: TenantInWorld;
export let admin: TenantInWorld;
export let leaver: TenantInWorld;
export let node: NodeInWorld;
export let leaversKey: string;
export let ownersKey: string;
let counter = 0;

/** Creates a team with its owner, and an admin who will leave it, before each test of a file. */
export async function aTeamAgain(): Promise<void> {
  await theCatalogue();
  await emptyCapacity();
  now = new Date();
  owner = await aTenant({ dollars: 1000 });
  admin = await aTenant({ role: "admin" });
  leaver = await aMember({ tenantId: owner.tenantId, role: "admin" });
  node = await aNode();
  leaversKey = anEd25519Line("leaver");
  ownersKey = anEd25519Line("owner");
  await storeSshKey({ ...team(owner), sshPublicKey: ownersKey, now });
}

/** Somebody at the owner's team. */
export const team = ({ userId }: TenantInWorld) => ({ tenantId: owner.tenantId, userId, requestId, now });
export const managed = () => ({ ...team(owner), memberId: leaver.userId });
export const asAdmin = () => ({ actorId: admin.userId, userId: leaver.userId, requestId, now });

export async function aTask(by: TenantInWorld, more: Record<string, unknown> = {}): Promise<string> {
  const input = {
    ...{ task_name: `t${(counter += 1)}`, gpu_type: "a5000", gpu_min: 1, enqueue: false, agree: false },
    ...more,
  };
  return (await reserveTask({ ...team(by), input: input as never })).resv_guid;
}

/** The key that opens a task according to its node's agent; empty if none does. */
export async function opensBy(resvGuid: string): Promise<string> {
  const { tasks } = await readDesired({ nodeId: node.nodeId });
  return tasks.find((task) => task.resv_guid === resvGuid)?.ssh_public_keys.join() ?? "not there";
}

export async function tokenOf(resvGuid: string): Promise<string | null> {
  const [door] = await db.query<{ token: string }>(`select token from task_door where resv_guid = $1`, [resvGuid]);
  return decrypt(door?.token ?? "");
}

export const secretOf = async (id: string) => {
  const [row] = await db.query<{ secret: string; old: string | null; until: Date | null }>(
    `select secret, old_secret as old, old_secret_until as until from webhook_endpoint where id = $1`,
    [id],
  );
  return {
    secret: row?.secret ? decrypt(row.secret) : null,
    old: row?.old ? decrypt(row.old) : null,
    until: row?.until,
  };
};
