// `npm run restore -- FOLDER`: restores the database from a backup, while nothing uses it.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { trimmedEnvironment } from "~/platform/given-environment";
import { loadBackup } from "./backup/load-backup";
import { readBackup } from "./backup/manifest";
import { settleSecret } from "./backup/secret";
import { openAlone } from "./backup/target";
import { untilStopped } from "./until-stopped";

const env = trimmedEnvironment(process.env);
const HOW = "How: npm run restore -- FOLDER [--replace] [--without-secret]";

await untilStopped(restore, { stopped: "Nothing was restored: the database is as it was." });

async function restore(signal: AbortSignal): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: "boolean", default: false },
      "without-secret": { type: "boolean", default: false },
    },
  });
  const [given, ...more] = positionals;
  if (!given || more.length > 0) throw new Error(HOW);
  const folder = resolve(given);
  const manifest = await readBackup(folder, signal);
  const target = await openAlone(env, { program: "npm run restore", signal });
  try {
    const { replace, "without-secret": withoutSecret } = values;
    await settleSecret(env, { folder, manifest, without: withoutSecret });
    await loadBackup({ url: target.url, folder, manifest, replace, withoutSecret, now: new Date(), signal });
  } finally {
    await target.release();
  }
  console.log(
    `Restored the database as it was at ${manifest.made_at}. Start Millrace now: agents follow it by themselves.`,
  );
}
