import { countActivePorts } from "./probes/infiniband";
import { devicesOf, NO_DEVICES } from "./probes/gpu-devices";
import { probeGpus, type GpuProbe } from "./probes/gpus";
import type { NodeHardware } from "./probes/sysinfo";
import { countFatalXids } from "./probes/xid";
import { gpuTypeOf } from "./probes/nvidia-smi";
import { runProbe } from "./probes/run";
import { simulatedLoad } from "./simulated/load";
import { modelOf, simulatedUuid } from "./simulated/model";

const PROBE_MS = 3_000;
const KERNEL_LOG_MS = 30_000;

interface SimulatedNode {
  nodeName: string;
  gpuType: string;
  gpus: number;
  ibsActive: number;
}

/** GPUs that exist as ids alone: sessions, processor load and charges are real, devices there are none. */
export function simulatedHardware({ nodeName, gpuType, gpus, ibsActive }: SimulatedNode): NodeHardware {
  const model = modelOf(gpuType);
  return {
    gpus,
    gpuType,
    simulated: true,
    errorCounter: () => 0,
    ibsActive: () => ibsActive,
    gpusOf: (ids) => ({ uuids: ids.map((id) => simulatedUuid(nodeName, id)), devices: NO_DEVICES, model }),
    loadOf: (task, processor) => simulatedLoad({ gpus: task.gpus.length, model, ...processor }),
  };
}

/**
 * The machine's own GPUs, asked for every 3 s. An id is the place in the list sorted by UUID, because the order of
 * the driver's indices may change with a reboot. GPUs that disappear count as errors.
 */
export async function realHardware(): Promise<NodeHardware> {
  const first = await probeGpus();
  if (first.gpus.length === 0) throw new Error("nvidia-smi shows no GPU on this machine");
  const uuids = first.gpus.map((gpu) => gpu.uuid).sort();
  const state = { probe: first, xids: 0 };
  repeat(PROBE_MS, async () => void (state.probe = await probeGpus()));
  repeat(KERNEL_LOG_MS, async () => void (state.xids = await fatalXids()));
  return {
    gpus: uuids.length,
    gpuType: gpuTypeOf(first.gpus[0]?.name ?? ""),
    simulated: false,
    errorCounter: () => state.probe.errors + missing(state.probe, uuids) + state.xids,
    ibsActive: () => countActivePorts(),
    gpusOf: (ids) => {
      const chosen = ids.map((id) => uuids[id] ?? fail(`there is no GPU ${id} on this node`));
      const present = state.probe.gpus.filter((gpu) => chosen.includes(gpu.uuid));
      if (present.length < chosen.length) fail("a granted GPU does not answer");
      return { uuids: chosen, devices: devicesOf(present), model: null };
    },
    loadOf: ({ gpu_uuids }) => {
      const readings = gpu_uuids.map((uuid) => state.probe.gpus.find((gpu) => gpu.uuid === uuid));
      // A GPU that does not say how busy it is must not be taken for an idle one.
      return {
        busy: readings.map((gpu) => gpu?.busyPct ?? null),
        memMb: readings.map((gpu) => gpu?.memoryUsedMb ?? null),
      };
    },
  };
}

function missing(probe: GpuProbe, uuids: string[]): number {
  return uuids.filter((uuid) => !probe.gpus.some((gpu) => gpu.uuid === uuid)).length;
}

async function fatalXids(): Promise<number> {
  const answer = await runProbe("dmesg", [], PROBE_MS);
  return answer.ok ? countFatalXids(answer.output) : 0;
}

function repeat(everyMs: number, work: () => Promise<void>): void {
  const again = () => void work().finally(() => setTimeout(again, everyMs).unref());
  again();
}

function fail(message: string): never {
  throw new Error(message);
}
