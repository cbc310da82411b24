import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { ACCOUNT_FILES } from "./account-files.server";
import { ACTIVITY_FILES } from "./activity-files.server";
import type { ExportFile, Owner } from "./export-file";
import { MONEY_FILES } from "./money-files.server";

const FILES: readonly ExportFile[] = [...ACCOUNT_FILES, ...ACTIVITY_FILES, ...MONEY_FILES];
const PART_BYTES = 512 * 1024;

/**
 * Yields the ZIP of all files in pieces of half a MiB. Rows are read in pages and compressed on the way, so that a long
 * history takes no more memory. Read errors surface here.
 */
export async function* writeZip(owner: Owner, now: Date): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  zip.addBuffer(Buffer.from(describe(now)), "README.txt", { mtime: now });
  for (const file of FILES) {
    for (const form of ["json", "csv"] as const) {
      zip.addReadStreamLazy(`${file.name}.${form}`, { mtime: now }, (give) => {
        const rows = Readable.from(file[form](owner), { objectMode: false });
        rows.on("error", (error) => output.destroy(error));
        give(null, rows);
      });
    }
  }
  zip.end();
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    held.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(held);
}

function describe(now: Date): string {
  const lines = FILES.map(({ name, about }) => `${name}.json, ${name}.csv\n  ${about}`);
  return [
    `Your data at Millrace, as of ${now.toISOString()}.`,
    "Each list is there twice, as JSON and as CSV. Times are UTC. They contain no secrets.",
    ...lines,
    "Logs and load of tasks are on their pages for 7 days. Documents of receipts and statements are on the Billing screen.",
    "",
  ].join("\n\n");
}
