import { EngineUnknown } from "~/compute/engine";
import { groupAnswer, type Pod } from "./answers";
import { contentOf, type KubernetesRest } from "./kubernetes-rest";
import { KUEUE_GROUP } from "./words";

/** Versions of Kueue's API whose conditions we can read; the last one that the cluster has is used. */
const KUEUE_VERSIONS = ["v1beta1", "v1beta2"];

/** The version of Kueue's API to ask; null: there is no Kueue. @throws EngineUnknown when all its versions are unknown to us. */
export async function kueueVersion(rest: KubernetesRest): Promise<string | null> {
  return await rest.call({ path: `/apis/${KUEUE_GROUP}` }, (answer) => {
    if (answer.status === 404) return null;
    const offered = contentOf(answer, groupAnswer).versions.map(({ version }) => version);
    const known = KUEUE_VERSIONS.findLast((version) => offered.includes(version));
    if (known) return known;
    throw new EngineUnknown(`its Kueue speaks ${offered.join(", ")}; we know ${KUEUE_VERSIONS.join(", ")}`);
  });
}

/** Kueue marks the Pods that it looks after, and lets them go by removing their gate. */
export function isManaged({ metadata }: Pod): boolean {
  return metadata.labels["kueue.x-k8s.io/managed"] === "true";
}
