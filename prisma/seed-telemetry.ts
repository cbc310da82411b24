import { minuteOf } from "~/fleet/gather-telemetry";
import { ERROR_KINDS, GPU_FIGURES, GPU_NAMES, mergedRows, type Stored } from "~/fleet/inside/telemetry/figures";
import { taskSize } from "~/compute/task-size";
import { db } from "~/platform/db.server";
import { chanceOf } from "~/platform/chance";
import { type SimulatedUse, simulatedTelemetry } from "../worker/agent/simulated/telemetry";

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
/** Days of history: a little less than the demo's customers have. */
const DAYS = 70;
const HOUR_DAYS = 30;
/** The demo has one minute for each point of the charts: nobody sees the difference, and the start is faster. */
const MINUTE_STEP_MS = 5 * MINUTE_MS;
const GB = 1000;
const SEED = 20_261_127;
const GPU_MEMORY_MB = 20_000;

interface DemoNode {
  node_id: number;
  node_name: string;
  gpu_type: string;
  gpus: number;
}

interface Held {
  node_id: number;
  gpus: number[];
  fromMs: number;
  toMs: number;
  /** The task: what its program does follows from its id. */
  resv_guid: string;
}

interface Fault {
  node_id: number;
  name: string;
  gpu_id: number;
  atMs: number;
}

type Row = Stored & { node_id: number; at: Date };

/**
 * Gives the demo's nodes a history, as their agents would have reported it. It fits the demo's tasks, which are few; GPUs
 * without one have the load of an invented program, so that the charts look like those of a fleet in use. Does nothing if
 * there is a history.
 */
export async function seedTelemetry(now: Date): Promise<void> {
  const known = await db.query(`select from telemetry_hour limit 1`);
  if (known.length > 0) return;
  const nodes = await db.query<DemoNode>(
    `select id as node_id, node_name, gpu_type, gpus from node
     where simulated and retired_at is null and pilot_of is null order by node_name`,
  );
  const held = await readHeld(now);
  const faults = await readFaults();
  const hourMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const dayMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const [minutes, hours, days]: [Row[], Row[], Row[]] = [[], [], []];
  for (const node of nodes) {
    const past = new Past(node, held, faults, now);
    for (let at = hourMs - DAY_MS; at + MINUTE_MS < now.getTime(); at += MINUTE_STEP_MS)
      minutes.push(past.row(at, [0], MINUTE_STEP_MS));
    for (let at = dayMs - HOUR_DAYS * DAY_MS; at < hourMs; at += HOUR_MS)
      hours.push(past.row(at, [10 * MINUTE_MS, 40 * MINUTE_MS], HOUR_MS));
    const moments = [3, 9, 15, 21].map((hour) => hour * HOUR_MS);
    for (let at = dayMs - DAYS * DAY_MS; at < dayMs; at += DAY_MS) days.push(past.row(at, moments, DAY_MS));
  }
  await db.query(
    `insert into telemetry_minute select r.node_id, r.at, r.samples, r.node::int[], r.gpus::smallint[], r.errors::int[]
     from unnest($1::int[], $2::timestamptz[], $3::int[], $4::text[], $5::text[], $6::text[])
       as r(node_id, at, samples, node, gpus, errors) on conflict do nothing`,
    sent(minutes),
  );
  await db.query(
    `insert into telemetry_day select r.node_id, r.at, r.samples, r.node::int[], r.gpus::smallint[], r.errors::int[]
     from unnest($1::int[], $2::timestamptz[], $3::int[], $4::text[], $5::text[], $6::text[])
       as r(node_id, at, samples, node, gpus, errors) on conflict do nothing`,
    sent(days),
  );
  // Last, because their presence says that the history is whole: a start may be killed before.
  await db.query(
    `insert into telemetry_hour select r.node_id, r.at, r.samples, r.node::int[], r.gpus::smallint[], r.errors::int[]
     from unnest($1::int[], $2::timestamptz[], $3::int[], $4::text[], $5::text[], $6::text[])
       as r(node_id, at, samples, node, gpus, errors) on conflict do nothing`,
    sent(hours),
  );
}

async function readHeld(now: Date): Promise<Held[]> {
  return await db.query<Held>(
    `select p.node_id, p.gpus, extract(epoch from p.running_at)::float * 1000 as "fromMs",
       extract(epoch from coalesce(p.ended_at, $1))::float * 1000 as "toMs", p.resv_guid
     from placement p join node n on n.id = p.node_id and n.simulated
     where p.running_at is not null and coalesce(p.ended_at, $1) > $1::timestamptz - ${DAYS} * interval '1 day'`,
    [now],
  );
}

async function readFaults(): Promise<Fault[]> {
  return await db.query<Fault>(
    `select f.node_id, f.name, f.gpu_id, extract(epoch from f.first_at)::float * 1000 as "atMs"
     from node_finding f join node n on n.id = f.node_id and n.simulated where f.gpu_id is not null`,
  );
}

/** The past of one node, as rows of any span. */
class Past {
  readonly #node: DemoNode;
  readonly #held: Held[];
  readonly #faults: Fault[];

  constructor(node: DemoNode, held: readonly Held[], faults: readonly Fault[], now: Date) {
    this.#node = node;
    // Real tasks last: they take the place of invented ones.
    this.#held = [...inventedFor(node, now), ...held.filter(({ node_id }) => node_id === node.node_id)];
    this.#faults = faults.filter(({ node_id }) => node_id === node.node_id);
  }

  /** One row: the mean of some moments after its beginning. */
  row(fromMs: number, moments: readonly number[], spanMs: number): Row {
    const minutes = moments.map((after) => ({ ...this.#moment(fromMs + after), errors: null }));
    const merged: Stored = minutes.length === 1 && minutes[0] ? minutes[0] : mergedRows(minutes);
    const { samples, node } = merged;
    const gpus = [...merged.gpus];
    let errors: number[] | null = null;
    for (const { name, gpu_id, atMs } of this.#faults) {
      if (atMs < fromMs || atMs >= fromMs + spanMs) continue;
      const place = (figure: (typeof GPU_NAMES)[number]) => gpu_id * GPU_NAMES.length + GPU_NAMES.indexOf(figure);
      if (name === "thermal-slowdown") {
        gpus[place("slowThermal")] = Math.round((9 * MINUTE_MS * 1000) / Math.max(spanMs, 9 * MINUTE_MS));
        gpus[place("tempMax")] = 91 * GPU_FIGURES.tempMax.scale;
      } else {
        errors ??= Array.from({ length: this.#node.gpus * ERROR_KINDS.length }, () => 0);
        errors[gpu_id * ERROR_KINDS.length] = 14;
      }
    }
    return { node_id: this.#node.node_id, at: new Date(fromMs), samples, node, gpus, errors };
  }

  #moment(atMs: number) {
    const { node_id, node_name, gpu_type, gpus } = this.#node;
    const uses: (SimulatedUse | undefined)[] = Array.from({ length: gpus });
    for (const { gpus: ids, fromMs, toMs, resv_guid } of this.#held)
      if (fromMs <= atMs && atMs < toMs) for (const id of ids) uses[id] = useOf(resv_guid, id, atMs - fromMs);
    const telemetry = simulatedTelemetry({ nodeName: node_name, gpuType: gpu_type, uses, atMs });
    const busy = uses.filter(Boolean).length / gpus;
    const { mem_mb, disk_gb } = taskSize(gpus);
    const sysinfo = {
      mem_mb,
      mem_free: Math.round(mem_mb * (0.92 - 0.55 * busy)),
      disk_free: Math.round(disk_gb * 0.86 - ((atMs % (9 * DAY_MS)) / DAY_MS) * GB * 0.03),
    };
    return minuteOf({ nodeId: node_id, telemetry, sysinfo, at: new Date(atMs) });
  }
}

/** Invents programs on the GPUs of a node, one after the other, until shortly before now. */
function inventedFor(node: DemoNode, now: Date): Held[] {
  const chance = chanceOf([...node.node_name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), SEED));
  const sizes = node.gpus === 8 ? [8, 4, 4, 2, 2, 2, 1, 1] : [node.gpus, 2, 2, 1];
  const held: Held[] = [];
  const fromMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS - DAYS * DAY_MS;
  const until = now.getTime() - 20 * MINUTE_MS;
  const freeAt: number[] = Array.from({ length: node.gpus }, () => fromMs + chance.whole(0, 900) * MINUTE_MS);
  for (;;) {
    const size = Math.min(node.gpus, chance.one(sizes as [number, ...number[]]));
    const start = chance.whole(0, node.gpus / size - 1) * size;
    const gpus = Array.from({ length: size }, (_, id) => start + id);
    const beginMs = Math.max(...gpus.map((id) => freeAt[id] ?? 0)) + chance.whole(4, 140) * MINUTE_MS;
    if (beginMs >= until) break;
    const endMs = Math.min(until, beginMs + chance.whole(50, 900) * MINUTE_MS);
    for (const id of gpus) freeAt[id] = endMs;
    held.push({ node_id: node.node_id, gpus, fromMs: beginMs, toMs: endMs, resv_guid: chance.uuid() });
  }
  return held;
}

/** Use of a GPU by a task's program: a warm-up, then steady work with short pauses between its rounds. */
function useOf(resvGuid: string, id: number, runsMs: number): SimulatedUse {
  const letter = Number.parseInt(resvGuid.slice(0, 2), 16) / 255;
  const usual = 0.62 + 0.36 * letter;
  const roundMs = (14 + 40 * letter) * MINUTE_MS;
  const pause = runsMs % roundMs < roundMs * 0.07;
  const warmUp = Math.min(1, runsMs / (4 * MINUTE_MS) + 0.15);
  return {
    busy: Math.max(0.03, (pause ? 0.12 : usual) * warmUp - id * 0.006),
    memMb: GPU_MEMORY_MB * (0.35 + 0.6 * letter) * Math.min(1, warmUp + 0.3),
  };
}

function sent(rows: readonly Row[]) {
  const text = (values: Stored["node"]) => `{${values.map((value) => value ?? "null").join(",")}}`;
  return [
    rows.map((row) => row.node_id),
    rows.map((row) => row.at),
    rows.map((row) => row.samples),
    rows.map((row) => text(row.node)),
    rows.map((row) => text(row.gpus)),
    rows.map((row) => (row.errors ? text(row.errors) : null)),
  ];
}
