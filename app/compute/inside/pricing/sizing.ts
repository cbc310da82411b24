import { GPUS_PER_NODE, nodesOf } from "~/compute/gpu-sizes";

const RAM_GB_PER_GPU = 16;
const SSD_GB_PER_GPU = 200;
const VCPU = 32;

interface Sizing {
  /** Nodes the GPUs stand on; RAM, SSD and vCPU are per node. */
  nodes: number;
  ramGb: number;
  ssdGb: number;
  vcpu: number;
}

/** What each size includes (10.2): up to 8 a share of one node, above whole nodes. */
export function sizingOf(gpus: number): Sizing {
  const perNode = Math.min(gpus, GPUS_PER_NODE);
  return {
    nodes: nodesOf(gpus),
    ramGb: perNode * RAM_GB_PER_GPU,
    ssdGb: perNode * SSD_GB_PER_GPU,
    vcpu: VCPU,
  };
}
