// `npm run restore -- FOLDER`: restores the database from a backup, while nothing uses it. With `--renew-only` it only
// renews a database that was put back by other means.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { trimmedEnvironment } from "~/platform/given-environment";
import { loadBackup } from "./backup/load-backup";
import { readBackup } from "./backup/manifest";
import { renewAlone } from "./backup/renew-alone";
import { settleSecret } from "./backup/secret";
import { openAlone } from "./backup/target";
import { untilStopped } from "./until-stopped";

const env = trimmedEnvironment(process.env);
const HOW = "How: npm run restore -- FOLDER [--replace] [--without-secret], or npm run restore -- --renew-only";

await untilStopped(restore, { stopped: "Nothing was restored: the database is as it was." });

async function restore(signal: AbortSignal): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: "boolean", default: false },
      "without-secret": { type: "boolean", default: false },
      "renew-only": { type: "boolean", default: false },
    },
  });
  const { replace, "without-secret": withoutSecret, "renew-only": renewOnly } = values;
  const [given, ...more] = positionals;
  if (renewOnly && !given && !replace && !withoutSecret) return await renewPresent(signal);
  if (!given || more.length > 0 || renewOnly) throw new Error(HOW);
  const folder = resolve(given);
  const manifest = await readBackup(folder, signal);
  const target = await openAlone(env, { program: "npm run restore", signal });
  try {
    await settleSecret(env, { folder, manifest, without: withoutSecret });
    await loadBackup({ url: target.url, folder, manifest, replace, withoutSecret, signal });
  } finally {
    await target.release();
  }
  console.log(
    `Restored the database as it was at ${manifest.made_at}. Start Millrace now: agents follow it by themselves.`,
  );
}

async function renewPresent(signal: AbortSignal): Promise<void> {
  const target = await openAlone(env, { program: "npm run restore", signal });
  try {
    const madeAt = await renewAlone({ url: target.url, signal });
    console.log(
      `Renewed the database, whose state is of ${madeAt}. Start Millrace now: agents follow it by themselves.`,
    );
  } finally {
    await target.release();
  }
}
