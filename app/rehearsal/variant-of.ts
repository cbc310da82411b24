import { M } from "./messages";
import type { NodeChange, Past, Variant } from "./plan";
import type { NodeChangeInput, VariantInput } from "./rehearsal-input";

/** Returns the variant for this past, or a sentence for each name that the past does not know. */
export function variantOf(input: VariantInput, past: Past): { variant: Variant; faults: string[] } {
  const faults: string[] = [];
  const idOf = new Map([...past.tenants].map(([id, name]) => [name, id]));
  const nodeNames = new Set(past.nodes.map(({ nodeName }) => nodeName));
  const tenantOf = (name: string | null): number | null => {
    const tenantId = name === null ? null : idOf.get(name);
    if (tenantId === undefined) faults.push(M.rehearsalNoTenant({ name: name ?? "" }));
    return tenantId ?? null;
  };
  const changeOf = (change: NodeChangeInput): NodeChange => {
    if (change.kind === "add") {
      const { kind, cluster_name: clusterName, gpu_type: gpuType, count, gpus, infiniband } = change;
      return { kind, clusterName, gpuType, count, gpus, infiniband };
    }
    const { node_name: nodeName } = change;
    if (!nodeNames.has(nodeName)) faults.push(M.rehearsalNoNode({ name: nodeName }));
    return change.kind === "resize"
      ? { kind: change.kind, nodeName, gpus: change.gpus }
      : { kind: change.kind, nodeName };
  };
  const {
    grow,
    order,
    hold_after_s: holdAfterS,
    hold_from_gpus: holdFromGpus,
    declared_ends: declaredEnds,
  } = input.rules;
  const rules = { grow, order, holdAfterS, holdFromGpus, declaredEnds };
  const variant: Variant = {
    name: input.name,
    nodes: input.nodes.map(changeOf),
    prices: input.prices.map(({ gpu_type: gpuType, gpu_pph: gpuPph, elasticity }) => ({ gpuType, gpuPph, elasticity })),
    demand: input.demand.map(({ factor, tenant_name, from_gpus: fromGpus, to_gpus: toGpus }) => ({
      ...{ factor, fromGpus, toGpus },
      tenantId: tenantOf(tenant_name),
    })),
    rules: Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)),
    failures:
      input.failures.kind === "rate"
        ? { kind: "rate", perNodeMonth: input.failures.per_node_month, repairHours: input.failures.repair_hours }
        : { kind: input.failures.kind },
    breaker: input.breaker,
    limits: input.limits.map(({ tenant_name, gpus }) => ({ tenantId: tenantOf(tenant_name), gpus })),
  };
  return { variant, faults };
}
