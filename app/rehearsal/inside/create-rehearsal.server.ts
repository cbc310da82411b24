import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { command } from "~/platform/announce.server";
import { transaction, type Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { type KeyedRequest, onceForKey } from "~/platform/once-for-key.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { FILE_MB_MAX, PERIOD_DAYS_MAX } from "../limits";
import { M } from "../messages";
import type { RehearsalInput, Source } from "../rehearsal-input";

export const WAITING_MAX = 20;
const HOUR_S = 3600;

export interface NewRehearsal {
  name: string;
  input: RehearsalInput;
  /** The text of the file, or the id of a rehearsal that has it. */
  file: string | number | null;
  userId: number;
  requestId: string;
  now: Date;
  keyed?: KeyedRequest | null;
}

const packed = promisify(gzip);

/** Puts a rehearsal into the queue, once per idempotency key. @throws Refusal M02, M37, M760 to M763, M767, M810. */
export async function createRehearsal(given: NewRehearsal): Promise<{ id: number; message: string }> {
  const { input, file, keyed = null, now } = given;
  requireSource(given);
  const bytes = typeof file === "string" ? await packed(file) : null;
  const { id } = await transaction((tx) =>
    onceForKey(tx, keyed, now, async () => {
      await holdStaffRight(tx, given, "fleet.act");
      await requireRoom(tx);
      await requireRows(tx, input.source);
      await command(tx, [{ command: "wake", key: "rehearsals" }]);
      return { id: await insert(tx, given, bytes) };
    }),
  );
  return { id, message: `${given.name} is rehearsed.` };
}

function requireSource({ input: { source }, file, now }: NewRehearsal): void {
  if (source.kind === "period") {
    const { from_ts: from, until_ts: until } = source;
    const wrong = from >= until || until * 1000 > now.getTime() || until - from > PERIOD_DAYS_MAX * 24 * HOUR_S;
    if (wrong) throw Refusal.ofField("until", M.rehearsalPeriod({ days: PERIOD_DAYS_MAX }));
  } else if (file === null || file === "") throw Refusal.ofField("file", M.rehearsalFile);
  else if (typeof file === "string" && Buffer.byteLength(file) > FILE_MB_MAX * 1024 * 1024)
    throw Refusal.ofField("file", M.rehearsalFileTooLarge({ mb: FILE_MB_MAX }));
}

/** One at a time counts, so that no two take the last place of the queue. */
async function requireRoom(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('rehearsals', 0))`);
  const [queue] = await tx.query<{ waiting: number }>(
    `select count(*)::int as waiting from rehearsal where state = 'waiting'`,
  );
  if ((queue?.waiting ?? 0) >= WAITING_MAX) throw new Refusal(M.tooManyRehearsals({ most: WAITING_MAX }));
}

async function requireRows(tx: Tx, source: Source): Promise<void> {
  const rows = source.kind === "file" ? [source] : (source.rows ?? []);
  const [unknown] = await tx.query<{ row: string }>(
    `select cluster_name || '/' || gpu_type as row from unnest($1::text[], $2::text[]) asked(cluster_name, gpu_type)
     where not exists (select from price join cluster on cluster.name = asked.cluster_name and cluster.engine_id is null
       where price.gpu_type = asked.gpu_type) limit 1`,
    [rows.map((row) => row.cluster_name), rows.map((row) => row.gpu_type)],
  );
  if (!unknown) return;
  if (source.kind === "file") throw Refusal.ofField("row", M.rehearsalRow);
  throw Refusal.ofField("rows", M.rehearsalNoRow(unknown));
}

async function insert(
  tx: Tx,
  { name, input, file, userId, requestId, now }: NewRehearsal,
  bytes: Buffer | null,
): Promise<number> {
  const [made] = await tx.query<{ id: number }>(
    `insert into rehearsal (name, made_by, made_at, input, file)
     values ($name, $userId, $now, $input, coalesce($bytes, (select file from rehearsal where id = $fileOf))) returning id`,
    { name, userId, now, input: JSON.stringify(input), bytes, fileOf: typeof file === "number" ? file : null },
  );
  if (!made) throw new Error("the rehearsal was not written");
  const after = { name, source: input.source, variants: input.variants.map((variant) => variant.name) };
  await writeAudit({ userId, action: "rehearsal.new", target: `rehearsal:${made.id}`, after, requestId, now }, tx);
  return made.id;
}
