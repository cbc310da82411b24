import { GPUS_PER_NODE, nodesOf } from "~/compute/gpu-sizes";

const RAM_GB_PER_GPU = 16;
const SSD_GB_PER_GPU = 200;
const VCPU = 32;

interface Sizing {
  /** Number of nodes; RAM, SSD and vCPU are per node. */
  nodes: number;
  ramGb: number;
  ssdGb: number;
  vcpu: number;
}

/** Returns what each size includes (10.2): up to 8 GPUs a share of one node, above that whole nodes. */
export function sizingOf(gpus: number): Sizing {
  const perNode = Math.min(gpus, GPUS_PER_NODE);
  return {
    nodes: nodesOf(gpus),
    ramGb: perNode * RAM_GB_PER_GPU,
    ssdGb: perNode * SSD_GB_PER_GPU,
    vcpu: VCPU,
  };
}
