import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

export const FORMAT = 1;
export const MANIFEST = "manifest.json";
/** Checksums in the form of `sha256sum -c`. */
export const SUMS = "SHA256SUMS";
export const SECRET = "secret";

const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const Manifest = z.object({
  format: z.literal(FORMAT, { error: "it was made by another version of the backup program" }),
  made_at: z.iso.datetime(),
  millrace: z.string(),
  postgresql: z.string(),
  /** Names of the migrations that the database had. */
  migrations: z.array(z.string().regex(/^\d{14}_\w+$/)).min(1),
  tables: z.array(
    z.object({
      schema: Name,
      name: Name,
      columns: z.array(Name),
      file: z.string().regex(/^tables\/[\w.]+\.copy\.gz$/),
      rows: z.int().min(0),
    }),
  ),
  /** UTC days of which there are events of model usage; older backups have none. */
  usage_days: z.array(z.iso.date()).default([]),
  sequences: z.array(z.object({ schema: Name, name: Name, last: z.string().regex(/^\d+$/) })),
  /** The fingerprint of the installation's secret, which decrypts the tables; empty when none was known. */
  secret_fingerprint: z.string(),
});

export type Manifest = z.infer<typeof Manifest>;

export async function sha256Of(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash, { signal });
  return hash.digest("hex");
}

/** Reads a backup after every file in it was proved to be as it was written. */
export async function readBackup(folder: string, signal: AbortSignal): Promise<Manifest> {
  if (!existsSync(join(folder, MANIFEST))) throw new Error(`${folder} is not a backup: it has no ${MANIFEST}.`);
  const sums = await readSums(folder);
  for (const [file, wanted] of sums) {
    const found = await sha256Of(join(folder, file), signal).catch(() => null);
    signal.throwIfAborted();
    if (found === null) throw new Error(`The backup is damaged: ${file} is missing.`);
    if (found !== wanted) throw new Error(`The backup is damaged: ${file} has changed since it was written.`);
  }
  const read = Manifest.safeParse(JSON.parse(await readFile(join(folder, MANIFEST), "utf8")));
  if (!read.success) throw new Error(`The backup cannot be read:\n${z.prettifyError(read.error)}`);
  for (const { file } of [{ file: MANIFEST }, ...read.data.tables])
    if (!sums.has(file)) throw new Error(`The backup is damaged: ${SUMS} does not list ${file}.`);
  return read.data;
}

async function readSums(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, SUMS), "utf8").catch(() => {
    throw new Error(`The backup is damaged: ${SUMS} is missing.`);
  });
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [, sum, file] = /^([0-9a-f]{64}) {2}([\w./-]+)$/.exec(line) ?? [];
      if (!sum || !file || file.includes("..")) throw new Error(`The backup is damaged: ${SUMS} cannot be read.`);
      return [file, sum];
    }),
  );
}
