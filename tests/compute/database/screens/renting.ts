import { beforeAll } from "vitest";
import { action } from "~/compute/screens/rent/route";
import { aNode, aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { aVisit, post, type Visit } from "../../../accounts/database/screens/visit";

/** One GPU of the node that `useRenter` creates, as the form on Rent sends it. */
export const CHOSEN = {
  cluster_name: "fra1",
  gpu_type: "a5000",
  gpu_min: "1",
  network: "ethernet",
  agent: "no-agent",
  tenant_image: "ubuntu22-cuda12",
};

interface Renter {
  owner: TenantInWorld;
  visit: Visit;
}

/** Somebody who is logged in, with a key and funds, and a catalogue with a node of eight GPUs. */
export function useRenter() {
  let renter: Renter | undefined;
  beforeAll(async () => {
    await theCatalogue();
    await aNode({ cluster: "fra1", gpuType: "a5000", gpus: 8 });
    const owner = await aTenant();
    renter = { owner, visit: await aVisit({ userId: owner.userId }) };
  });
  const present = (): Renter => {
    if (!renter) throw new Error("only inside a test");
    return renter;
  };
  return {
    owner: () => present().owner,
    visit: () => present().visit,
    /** The form of the confirm step; `fields` replace its own. */
    start: async (fields: Record<string, string>) => {
      const { owner, visit } = present();
      const sent = { intent: "start", ssh_key_id: String(owner.sshKeyId), ...CHOSEN, ...fields };
      return await action(post(visit, "/rent?step=confirm", sent));
    },
  };
}
