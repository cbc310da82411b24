import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { db } from "~/platform/db.server";
import { adviceIn, type Candidate } from "./candidate";
import { M } from "./messages";
import type { Past, PastNode, RehearsalResult, Variant } from "./plan";
import { readCsv } from "./read-csv";
import { readPast } from "./read-past.server";
import { rehearse } from "./rehearse";
import type { RehearsalInput } from "./rehearsal-input";
import { sentenceOf } from "./sentence";
import type { StoredResult } from "./stored-result";
import { variantOf } from "./variant-of";

/** The whole result of a run, with its advice if it is for that, or why there is none, in sentences. */
export type RehearsalOutcome =
  | { result: StoredResult; hash: string; advised: ReturnType<typeof adviceIn> | null }
  | { faults: string[] };

const unpacked = promisify(gunzip);

/** Runs a rehearsal and stores nothing: yields the share that is done, at least every 50 ms while it computes (A42). */
export async function* runRehearsal({ id }: { id: number }): AsyncGenerator<number, RehearsalOutcome> {
  const [row] = await db.query<{ input: RehearsalInput; file: Buffer | null; advice: Candidate[] | null }>(
    `select input, file, advice from rehearsal where id = $1`,
    [id],
  );
  if (!row) return { faults: [M.notFound] };
  const read = yield* readInput(row.input.source, row.file);
  if ("faults" in read) return read;
  const { past } = read;
  if (past.tasks.length === 0) return { faults: [M.rehearsalNoTasks] };
  const variants = row.input.variants.map((variant) => variantOf(variant, past));
  const faults = [...new Set(variants.flatMap((one) => one.faults))];
  if (faults.length > 0) return { faults };
  const changes = variants.map(({ variant }) => variant);
  const result = yield* rehearse(past, changes, row.input.seed);
  const hash = createHash("sha256").update(result.variants.map((one) => one.hash).join(" "));
  const stored = { ...result, plainSentences: plainSentences(changes, result), past: describe(past, row.input.source) };
  return {
    result: stored,
    hash: hash.digest("hex"),
    advised: row.advice && adviceIn(row.advice, changes, result.variants),
  };
}

async function* readInput(
  source: RehearsalInput["source"],
  file: Buffer | null,
): AsyncGenerator<number, { past: Past } | { faults: string[] }> {
  if (source.kind === "period") {
    const { from_ts: fromS, until_ts: untilS, rows } = source;
    return { past: await readPast({ fromS, untilS, rows }) };
  }
  const { cluster_name: clusterName, gpu_type: gpuType } = source;
  const [nodes, prices] = await Promise.all([readNodes(clusterName), readPrices()]);
  const text = file ? (await unpacked(file)).toString("utf8") : "";
  const read = yield* readCsv(text, { clusterName, gpuType, gpuPph: prices.get(gpuType) ?? 0, prices, nodes });
  return "past" in read ? read : { faults: read.faults.map(({ sentence }) => sentence) };
}

/** The nodes that a cluster has today, on which a file is played. */
async function readNodes(clusterName: string): Promise<PastNode[]> {
  return await db.query<PastNode>(
    `select id as "nodeId", node_name as "nodeName", gpus, ibs_active as "ibsActive", cluster_name as "clusterName", gpu_type as "gpuType"
     from node where cluster_name = $1 and retired_at is null and pilot_of is null order by id`,
    [clusterName],
  );
}

/** Cents per GPU-hour by GPU type, hidden types too. */
async function readPrices(): Promise<Map<string, number>> {
  const rows = await db.query<{ gpuType: string; cents: number }>(
    `select gpu_type as "gpuType", pph_cents as cents from price`,
  );
  return new Map(rows.map(({ gpuType, cents }) => [gpuType, cents]));
}

function plainSentences(changes: readonly Variant[], { variants: [baseline, ...results] }: RehearsalResult): string[] {
  return changes.flatMap((variant, index) => {
    const result = results[index];
    return baseline && result ? sentenceOf(variant, baseline, result, { money: false }) : [];
  });
}

function describe(past: Past, { kind }: RehearsalInput["source"]): StoredResult["past"] {
  return {
    fromS: past.fromS,
    untilS: past.untilS,
    tasks: past.tasks.length,
    nodes: past.nodes.length,
    gpus: past.nodes.reduce((sum, { gpus }) => sum + gpus, 0),
    serviceKnownFromS: past.serviceKnownFromS ?? null,
    tenantNames: kind === "file" ? Object.fromEntries(past.tenants) : null,
  };
}
