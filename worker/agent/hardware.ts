import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { GpuTelemetry } from "~/fleet/agent-telemetry";
import { isEnrolled } from "./enroll";
import { agentEnv } from "./env";
import { ifThereIsRoom } from "./if-there-is-room";
import { countErrors, FindingBook, type GpuOfNode, WHOLE_NODE } from "./health/finding-book";
import {
  gpuOf,
  judgeCards,
  judgeDivided,
  judgeGpus,
  judgeProhibited,
  judgeSilence,
  judgeSlow,
  judgeUnjoined,
  SICK_AFTER,
} from "./health/judge-gpus";
import { judgeSurroundings, mostEver } from "./health/surroundings";
import { fileWatch, readKernelLog } from "./health/watch-kernel";
import { probeDisk } from "./probes/disk";
import { countActivePorts } from "./probes/infiniband";
import { devicesOf, NO_DEVICES } from "./probes/gpu-devices";
import {
  type GpuProbe,
  probeDivided,
  probeGpus,
  probeLinkErrors,
  probeProhibited,
  probeSlow,
  probeUnjoined,
} from "./probes/gpus";
import { MachineWatch } from "./probes/machine-watch";
import { pcieErrors } from "./probes/pcie-errors";
import { throttleOf } from "./probes/throttle";
import { bootId, bootMs, type NodeHardware } from "./probes/sysinfo";
import { type Card, commonTypeOf, type GpuReading, type GpuState } from "./probes/nvidia-smi";
import { simulatedLoad } from "./simulated/load";
import { type SimulatedUse, simulatedTelemetry } from "./simulated/telemetry";
import { readJson, writeWhole } from "./task/folder";
import { machineOf, modelOf, simulatedPci, simulatedUuid } from "./simulated/model";

const PROBE_MS = 3_000;
const KERNEL_LOG_MS = 2_000;
const SLOW_MS = 15_000;
const SURROUNDINGS_MS = 30_000;
const LINKS_MS = 60_000;
/** Time after which a task that shows no load has left its simulated GPUs. */
const USE_MS = 10_000;

interface SimulatedNode {
  nodeName: string;
  gpuType: string;
  gpus: number;
  gpusOfMachine: number;
  ibsActive: number;
}

const nowTs = () => Math.floor(Date.now() / 1000);

function bookIn(dir: string): FindingBook {
  const { MILLRACE_EVENT_CLEAR_SECONDS: eventS, MILLRACE_CONDITION_CLEAR_SECONDS: conditionS } = agentEnv;
  const [file, upS] = [join(dir, "findings.json"), () => bootMs() / 1000];
  return new FindingBook({ file, bootId: bootId(), windows: { eventS, conditionS }, upS });
}

/** Returns the part of a report that both kinds of hardware take from the book of findings. */
function reportedFrom(
  book: FindingBook,
): Pick<NodeHardware, "errorCounter" | "findings" | "note" | "happened" | "clearFindings"> {
  return {
    errorCounter: () => countErrors(book.list(nowTs())),
    findings: () => book.list(nowTs()),
    note: (part, conditions) => book.setConditions(part, conditions, nowTs()),
    happened: (judged) => {
      book.addEvent(judged, { on: WHOLE_NODE, atTs: nowTs() });
      book.save();
    },
    clearFindings: (cleared) => book.clear(cleared),
  };
}

/**
 * Simulates GPUs that exist only as ids: sessions, processor load and charges are real, devices are not. Lines in
 * `kernel.log` of the node's folder stand for its kernel's log.
 */
export function simulatedHardware(node: SimulatedNode): NodeHardware {
  const { nodeName, gpuType, gpus, gpusOfMachine, ibsActive } = node;
  const model = modelOf(gpuType);
  const dir = join(agentEnv.MILLRACE_DATA_DIR, nodeName);
  const book = bookIn(dir);
  const ids = new Map(Array.from({ length: gpus }, (_, id) => [simulatedPci(id), id]));
  const gpuAt = (pci: string): GpuOfNode | null => {
    const id = ids.get(pci);
    return id === undefined ? null : { gpu: simulatedUuid(nodeName, id), gpu_id: id };
  };
  const watch = fileWatch(join(dir, "kernel.log"), { book, gpuAt });
  const look = async () => watch();
  repeat(KERNEL_LOG_MS, look);
  const uses = new Map<number, SimulatedUse & { atMs: number }>();
  const useOf = (id: number) => {
    const use = uses.get(id);
    return use && Date.now() - use.atMs < USE_MS ? use : undefined;
  };
  return {
    gpus,
    nodeGpus: { ofNode: gpus, ofMachine: gpusOfMachine },
    gpuType,
    gpuUuids: () => undefined,
    simulated: true,
    machine: machineOf(gpus),
    ...reportedFrom(book),
    look,
    lookAround: () => {},
    ibsActive: () => ibsActive,
    gpusOf: (ids) => ({ uuids: ids.map((id) => simulatedUuid(nodeName, id)), devices: NO_DEVICES, model }),
    loadOf: (task, processor) => {
      const load = simulatedLoad({ gpus: task.gpus.length, model, ...processor });
      task.gpus.forEach((id, place) =>
        uses.set(id, { busy: (load.busy[place] ?? 0) / 100, memMb: load.memMb[place] ?? 0, atMs: Date.now() }),
      );
      return load;
    },
    telemetry: () =>
      simulatedTelemetry({
        ...{ nodeName, gpuType, atMs: Date.now() },
        uses: Array.from({ length: gpus }, (_, id) => useOf(id)),
      }),
  };
}

/**
 * Reads the machine's own GPUs every 3 s. An id is the place in the list of UUIDs, because a reboot may change
 * the order of the driver's indices.
 */
export async function realHardware(): Promise<NodeHardware> {
  const dir = agentEnv.MILLRACE_DATA_DIR;
  const first = await probeGpus();
  const uuids = ownGpus(dir, first.gpus.map((gpu) => gpu.uuid).sort());
  if (uuids.length === 0) throw new Error(`${NO_GPU[first.outcome]}, or set MILLRACE_DEMO_NODES for simulated GPUs`);
  const book = bookIn(dir);
  const soundAtFirst = first.gpus.filter(({ fault }) => fault === null);
  const state: Watched = {
    card: ownCard(dir, soundAtFirst),
    probe: first,
    answered: [],
    // Until it has answered once, a task could not start.
    silent: SICK_AFTER - 1,
    seen: new Set(),
    seenAt: new Map(),
    states: [],
    linkErrors: new Map(),
  };
  takeProbe(first, state, book, uuids);
  repeat(PROBE_MS, async () => takeProbe(await probeGpus(uuids.length), state, book, uuids));
  const lookAtModes = async () => {
    const [slow, divided, unjoined] = [await probeSlow(), await probeDivided(), await probeUnjoined()];
    const prohibited = await probeProhibited();
    state.states = slow ?? [];
    if (slow) book.setConditions("slow", judgeSlow(slow, uuids), nowTs());
    if (unjoined) book.setConditions("fabric", judgeUnjoined(unjoined, uuids), nowTs());
    if (prohibited) book.setConditions("prohibited", judgeProhibited(prohibited, uuids), nowTs());
    if (divided) book.setConditions("mig", judgeDivided(divided, uuids), nowTs());
  };
  // Before the first report: nothing is placed on a GPU that no task could use.
  if (first.outcome === "answered") await lookAtModes();
  repeat(SLOW_MS, lookAtModes);
  // A single GPU has no links to others.
  if (uuids.length > 1) repeat(LINKS_MS, async () => void (state.linkErrors = await probeLinkErrors()));
  const machine = new MachineWatch();
  const gpuAt = (pci: string) => {
    const uuid = state.seenAt.get(pci);
    return uuid === undefined ? null : gpuOf(uuid, uuids);
  };
  const readLog = () => readKernelLog({ book, gpuAt });
  repeat(KERNEL_LOG_MS, async () => void (await readLog()));
  const lookAtGpus = async () => {
    const probe = await probeGpus(uuids.length);
    // Silences are counted by the regular queries.
    if (probe.outcome === "answered") takeProbe(probe, state, book, uuids);
  };
  const mostPorts = mostEver(join(dir, "ib-ports"));
  const lookAround = () => {
    try {
      lookAt({ dir, gpus: uuids.length, mostPorts, book });
    } catch {
      // A device or folder that cannot be read now is read again at the next look.
    }
  };
  repeat(SURROUNDINGS_MS, async () => lookAround());
  return {
    gpus: uuids.length,
    nodeGpus: { ofNode: uuids.length, ofMachine: uuids.length },
    gpuType: commonTypeOf(soundAtFirst),
    // One that is missing since the start may be in another machine now.
    gpuUuids: () => (state.seen.size === 0 ? undefined : uuids.filter((uuid) => state.seen.has(uuid))),
    simulated: false,
    machine: null,
    ...reportedFrom(book),
    // Many pilots may not read the kernel log.
    look: async () => void ((await readLog()) || (await lookAtGpus())),
    lookAround,
    ibsActive: () => countActivePorts(),
    gpusOf: (ids) => {
      const chosen = ids.map((id) => uuids[id] ?? fail(`there is no GPU ${id} on this node`));
      const present = state.answered.filter((gpu) => chosen.includes(gpu.uuid) && gpu.fault === null);
      if (present.length < chosen.length) fail("a granted GPU does not answer");
      return { uuids: chosen, devices: devicesOf(present), model: null };
    },
    loadOf: ({ gpu_uuids }) => {
      const readings = gpu_uuids.map((uuid) => state.probe.gpus.find((gpu) => gpu.uuid === uuid));
      // A GPU without a figure must not be taken for an idle one.
      return {
        busy: readings.map((gpu) => gpu?.busyPct ?? null),
        memMb: readings.map((gpu) => gpu?.memoryUsedMb ?? null),
      };
    },
    telemetry: () => ({ ...gpuTelemetry(state, uuids), ...machine.look() }),
  };
}

/** Figures of the GPUs by their ids, from the newest answers; null for a GPU that reports none. */
function gpuTelemetry({ probe, states, linkErrors }: Watched, uuids: readonly string[]): GpuTelemetry {
  const readings = uuids.map((uuid) => probe.gpus.find((gpu) => gpu.uuid === uuid));
  const running = uuids.map((uuid) => states.find((gpu) => gpu.uuid === uuid));
  return {
    gpu_busy_pct: readings.map((gpu) => gpu?.busyPct ?? null),
    gpu_mem_used_mb: readings.map((gpu) => gpu?.memoryUsedMb ?? null),
    gpu_mem_total_mb: readings.map((gpu) => gpu?.memoryTotalMb ?? null),
    gpu_temp_c: running.map((gpu) => gpu?.tempC ?? null),
    gpu_power_w: running.map((gpu) => gpu?.powerW ?? null),
    gpu_clock_mhz: running.map((gpu) => gpu?.clockMhz ?? null),
    gpu_throttle: running.map((gpu) => gpu && throttleOf(gpu.reasons)).map((word) => word ?? null),
    gpu_ecc_corrected: running.map((gpu) => gpu?.correctedEcc ?? null),
    gpu_ecc_uncorrected: readings.map((gpu) => gpu?.uncorrectedEcc ?? null),
    gpu_link_errors: readings.map((gpu) => sumOf(gpu && pcieErrors(gpu.pci), gpu && linkErrors.get(gpu.uuid))),
  };
}

/** Adds the known counts; null if there are none. */
function sumOf(...counts: (number | null | undefined)[]): number | null {
  const known = counts.filter((count) => count != null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}

/** The advice if no GPU is found or known from before. */
const NO_GPU: Record<GpuProbe["outcome"], string> = {
  answered: "nvidia-smi shows no GPU on this machine: look at dmesg and at the driver",
  absent: "nvidia-smi is not on this machine: install NVIDIA's driver",
  hung: "nvidia-smi does not answer: look at dmesg, and reboot the machine",
  failed: "nvidia-smi fails: run it by hand to see why",
};

interface Watched {
  card: Card | null;
  probe: GpuProbe;
  /** GPUs of the last answer. */
  answered: GpuProbe["gpus"];
  /** Number of times in a row that nvidia-smi has not answered. */
  silent: number;
  /** GPUs that an answer has named since the start. */
  seen: Set<string>;
  /**
   * GPUs by their last known place on the bus. One that has fallen off is missing from the answer when the kernel names
   * its place.
   */
  seenAt: Map<string, string>;
  /** State of the GPUs in the last answer. */
  states: GpuState[];
  /** Errors of NVLinks, by UUID. */
  linkErrors: ReadonlyMap<string, number>;
}

function takeProbe(probe: GpuProbe, state: Watched, book: FindingBook, uuids: readonly string[]): void {
  state.probe = probe;
  for (const { uuid } of probe.gpus) state.seen.add(uuid);
  // Where two share a place, or a driver reports none, the kernel's message concerns neither.
  for (const { pci, uuid } of probe.gpus)
    if (pci !== "" && !probe.gpus.some((other) => other.pci === pci && other.uuid !== uuid))
      state.seenAt.set(pci, uuid);
    else state.seenAt.delete(pci);
  state.silent = probe.outcome === "answered" ? 0 : state.silent + 1;
  // One late answer says nothing about the GPUs.
  if (probe.outcome === "answered" || state.silent >= SICK_AFTER) state.answered = probe.gpus;
  book.setConditions("nvidia-smi", judgeSilence(probe.outcome, state.silent), nowTs());
  // Without an answer, nothing is known about single GPUs.
  if (probe.outcome === "answered")
    book.setConditions("gpus", [...judgeGpus(probe, uuids), ...judgeCards(probe.gpus, state.card, uuids)], nowTs());
}

interface Around {
  dir: string;
  gpus: number;
  mostPorts: ReturnType<typeof mostEver>;
  book: FindingBook;
}

function lookAt({ dir, gpus, mostPorts, book }: Around): void {
  book.setConditions("disk", probeDisk(dir), nowTs());
  const ports = countActivePorts();
  const { MILLRACE_IB_PORTS: portsExpected = mostPorts(ports), MILLRACE_GPUS: gpusExpected = gpus } = agentEnv;
  book.setConditions("surroundings", judgeSurroundings({ ports, portsExpected, gpus, gpusExpected }), nowTs());
}

/**
 * Returns the node's GPUs by their ids, from the list on disk. A GPU that is missing when the agent starts keeps its id,
 * and a new one gets that of a missing one, or one after all others: tasks may run on the rest, so their ids never move.
 * GPUs that do not answer at the moment are not gone (decision 0320). A node that is enrolled was promised with all of
 * them, also if its disk is in another machine now; one that is not begins a new list.
 */
function ownGpus(dir: string, present: string[]): string[] {
  const file = join(dir, "gpus.json");
  const kept = (isEnrolled(dir) ? readJson(file, z.array(z.string())) : null) ?? [];
  const fresh = present.filter((uuid) => !kept.includes(uuid));
  if (fresh.length === 0) return kept;
  const own = [...kept.map((uuid) => (present.includes(uuid) ? uuid : (fresh.shift() ?? uuid))), ...fresh];
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeWhole(file, JSON.stringify(own));
  return own;
}

const cardSchema = z.object({ name: z.string(), memoryTotalMb: z.number().nullable() });

/**
 * Returns the card that the node was enrolled with: the price of its type is charged there, also if its disk is in another
 * machine now. Null if the cards differ, or have no type.
 */
function ownCard(dir: string, gpus: readonly GpuReading[]): Card | null {
  const file = join(dir, "gpu-card.json");
  const kept = isEnrolled(dir) ? readJson(file, cardSchema) : null;
  const [first] = gpus;
  if (kept || !first || commonTypeOf(gpus) === "") return kept;
  const card = { name: first.name, memoryTotalMb: first.memoryTotalMb };
  ifThereIsRoom(() => writeWhole(file, JSON.stringify(card)));
  return card;
}

function repeat(everyMs: number, work: () => Promise<void>): void {
  // Reads devices again that could not be read now.
  const again = () =>
    void work()
      .catch(() => {})
      .finally(() => setTimeout(again, everyMs).unref());
  again();
}

function fail(message: string): never {
  throw new Error(message);
}
