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
import type { RehearsalInput } from "../rehearsal-input";

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

/** Puts a rehearsal into the queue, once per idempotency key. @throws Refusal M02, M37, M760 to M763, M767. */
export async function createRehearsal(given: NewRehearsal): Promise<{ id: number; message: string }> {
  const { input, file, keyed = null, now } = given;
  requireSource(given);
  const bytes = typeof file === "string" ? await packed(file) : null;
  const { id } = await transaction((tx) =>
    onceForKey(tx, keyed, now, async () => {
      await holdStaffRight(tx, given, "fleet.act");
      await requireRoom(tx);
      if (input.source.kind === "file") await requireRow(tx, input.source);
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

async function requireRow(
  tx: Tx,
  { cluster_name, gpu_type }: { cluster_name: string; gpu_type: string },
): Promise<void> {
  const [row] = await tx.query(
    `select from price where gpu_type = $2 and exists (select from cluster where name = $1 and engine_id is null)`,
    [cluster_name, gpu_type],
  );
  if (!row) throw Refusal.ofField("row", M.rehearsalRow);
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
