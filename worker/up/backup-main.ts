// `npm run backup -- FOLDER`: writes the database, as it is at this moment, into a new folder.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { trimmedEnvironment } from "~/platform/given-environment";
import { openBeside } from "./backup/target";
import { noteBackup, writeBackup } from "./backup/write-backup";
import { presentSecret } from "./installation-secret";
import { untilStopped } from "./until-stopped";

const env = trimmedEnvironment(process.env);
const HOW = "How: npm run backup -- FOLDER [--with-secret]";

await untilStopped(backUp, { stopped: "No backup was made." });

async function backUp(signal: AbortSignal): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "with-secret": { type: "boolean", default: false } },
  });
  const [given, ...more] = positionals;
  if (!given || more.length > 0) throw new Error(HOW);
  const folder = resolve(given);
  const target = await openBeside(env, signal);
  try {
    const secret = await presentSecret(env);
    const withSecret = values["with-secret"];
    const wish = { url: target.url, folder, secret, withSecret, now: new Date(), signal };
    const backup = await writeBackup(wish);
    const rows = backup.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Backed up ${backup.tables.length} tables with ${rows} rows into ${folder}.`);
    if (!(await noteBackup({ url: target.url, madeAt: backup.made_at, signal })))
      console.log("The database admits no writes here, so the dashboard does not know of this backup.");
    if (!withSecret)
      console.log(
        `It is of no use without the installation's secret (MILLRACE_SECRET, fingerprint ${backup.secret_fingerprint || "unknown"}): keep that elsewhere.`,
      );
  } finally {
    await target.release();
  }
}
