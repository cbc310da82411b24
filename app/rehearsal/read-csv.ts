import { counted } from "~/platform/counted";
import { GPUS_PER_NODE, NETWORK_DEFAULT_RENT } from "~/compute/gpu-sizes";
import { NAME_MAX, PERIOD_DAYS_MAX, TENANTS_MAX } from "./limits";
import type { Past, PastNode, PastTask } from "./plan";
import { neverFitsOn } from "./replay";

export interface CsvGiven {
  clusterName: string;
  /** GPU type of tasks without one, and its price in cents per GPU-hour. */
  gpuType: string;
  gpuPph: number;
  /** Prices of other types; the price above for those that are missing. */
  prices?: ReadonlyMap<string, number>;
  nodes: readonly PastNode[];
}

export interface CsvFault {
  line: number;
  sentence: string;
}

const COLUMNS = ["submit_s", "run_s", "gpus", "tenant"];
const WITH_TYPE = [...COLUMNS, "type"];
const FAULTS_SHOWN = 20;
const DAY_S = 86_400;
/** Whole numbers of up to eleven digits: seconds of some thousand years. */
const NUMBER = /^\d{1,11}$/;
const NEGATIVE = /^-\d/;
const CONTROL = /\p{Cc}/u;
/** Lines that are read between two turns: some milliseconds of work. */
const LINES_PER_TURN = 10_000;

/**
 * Reads the tasks of a file: `submit_s,run_s,gpus,tenant[,type]` in the first line, then a task a line, in any order.
 * Values stand between commas, without quotes. The period goes from the first submission to the last second in which a
 * task would end if all started at once, and lasts at most 366 days. Yields 0 in turns of a few milliseconds.
 */
export function* readCsv(text: string, given: CsvGiven): Generator<0, { past: Past } | { faults: CsvFault[] }> {
  const lines = linesOf(text);
  const [, header = ""] = lines.next().value ?? [];
  const columns = header.split(",").map((name) => name.trim());
  if (columns.join() !== COLUMNS.join() && columns.join() !== WITH_TYPE.join())
    return { faults: [{ line: 1, sentence: `Line 1 must be ${COLUMNS.join()} or ${WITH_TYPE.join()}.` }] };

  const reader = new LineReader(given, columns.length);
  const faults: CsvFault[] = [];
  const tasks: PastTask[] = [];
  let more = 0;
  let lastLine = 1;
  let lastEndS = 0;
  for (const [line, content] of lines) {
    if (line % LINES_PER_TURN === 0) yield 0;
    if (content === "") continue;
    lastLine = line;
    const read = reader.read(content, line);
    if (typeof read !== "string") {
      tasks.push(read);
      lastEndS = Math.max(lastEndS, read.submitS + read.heldS);
    } else if (faults.length < FAULTS_SHOWN) faults.push({ line, sentence: `Line ${line}: ${read}` });
    else more += 1;
  }
  if (more > 0) faults.push({ line: lastLine, sentence: `And ${counted(more, "line")} more.` });
  if (faults.length > 0) return { faults };
  tasks.sort((a, b) => a.submitS - b.submitS);
  const [first] = tasks;
  if (!first) return { faults: [{ line: 2, sentence: "Line 2: the file has no tasks." }] };
  const longest = first.submitS + PERIOD_DAYS_MAX * DAY_S;
  // The id of a task of a file is its line.
  const beyond = tasks.find(({ submitS, heldS }) => submitS + heldS > longest);
  if (beyond) {
    const sentence = `Line ${beyond.id}: its task would end more than ${PERIOD_DAYS_MAX} days after the first one is submitted.`;
    return { faults: [{ line: Number(beyond.id), sentence }] };
  }
  return {
    past: {
      ...{ fromS: first.submitS, untilS: lastEndS + 1, tasks, nodes: given.nodes, changes: [] },
      tenants: reader.tenants(),
    },
  };
}

/** The lines of a text with their numbers from 1, without the byte order mark and the ends of lines. */
function* linesOf(text: string): Generator<[line: number, content: string], undefined> {
  let from = text.startsWith("\uFEFF") ? 1 : 0;
  for (let line = 1; from < text.length; line += 1) {
    const found = text.indexOf("\n", from);
    const end = found < 0 ? text.length : found;
    yield [line, text.slice(from, text[end - 1] === "\r" ? end - 1 : end)];
    from = end + 1;
  }
  return undefined;
}

class LineReader {
  private readonly tenantIds = new Map<string, number>();
  private readonly fitsNever = new Map<string, ReturnType<typeof neverFitsOn>>();
  private readonly types: ReadonlySet<string>;

  constructor(
    private readonly given: CsvGiven,
    private readonly columns: number,
  ) {
    this.types = new Set([given.gpuType, ...given.nodes.map(({ gpuType }) => gpuType)]);
  }

  /** The task of a line, or the reason why it is none. */
  read(content: string, line: number): PastTask | string {
    if (content.includes('"')) return "values must not be in quotes.";
    if (CONTROL.test(content)) return "it has characters that are not text.";
    const values = content.split(",").map((value) => value.trim());
    if (values.length !== this.columns) return `it has ${counted(values.length, "value")} instead of ${this.columns}.`;
    const [submit = "", run = "", gpus = "", tenant = "", type = ""] = values;
    if (values.some((value) => value.length > NAME_MAX)) return `a value has more than ${NAME_MAX} characters.`;
    const numbers = { submit_s: submit, run_s: run, gpus };
    for (const [name, value] of Object.entries(numbers)) {
      if (NUMBER.test(value)) continue;
      if (NEGATIVE.test(value)) return `${name} is ${value}; it must not be negative.`;
      return `${name} is “${value}”; it must be a whole number.`;
    }
    if (tenant === "") return "it names no tenant.";
    const gpuType = type || this.given.gpuType;
    if (!this.types.has(gpuType)) return `there are no nodes of the type ${gpuType}.`;
    const gpusMin = Number(gpus);
    const size = this.sizeFault(gpusMin, gpuType);
    if (size !== null) return size;
    const tenantId = this.tenantId(tenant);
    if (tenantId > TENANTS_MAX) return `the file has more than ${TENANTS_MAX.toLocaleString("en-US")} tenants.`;
    const runS = Number(run);
    return {
      id: String(line),
      tenantId,
      clusterName: this.given.clusterName,
      gpuType,
      submitS: Number(submit),
      gpusMin,
      gpusMax: 0,
      gpusIncr: 1,
      network: NETWORK_DEFAULT_RENT,
      gpuPph: this.given.prices?.get(gpuType) ?? this.given.gpuPph,
      maxSeconds: 0,
      heldS: runS,
      chargedS: runS,
      ended: "itself",
      real: null,
    };
  }

  tenants(): Map<number, string> {
    return new Map([...this.tenantIds].map(([name, tenantId]) => [tenantId, name]));
  }

  private tenantId(name: string): number {
    const known = this.tenantIds.get(name);
    if (known !== undefined) return known;
    this.tenantIds.set(name, this.tenantIds.size + 1);
    return this.tenantIds.size;
  }

  private sizeFault(gpus: number, gpuType: string): string | null {
    if (gpus < 1) return "gpus must be at least 1.";
    if (gpus > GPUS_PER_NODE && gpus % GPUS_PER_NODE > 0)
      return `${gpus} GPUs are not whole nodes: above ${GPUS_PER_NODE} it must be a multiple of ${GPUS_PER_NODE}.`;
    const known = this.fitsNever.get(gpuType);
    const never = known ?? neverFitsOn(this.given.nodes.filter((node) => node.gpuType === gpuType));
    if (!known) this.fitsNever.set(gpuType, never);
    return never({ gpusMin: gpus, network: NETWORK_DEFAULT_RENT })
      ? `the nodes of the type ${gpuType} cannot hold ${counted(gpus, "GPU")}.`
      : null;
  }
}
