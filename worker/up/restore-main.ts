// `npm run restore -- FOLDER`: makes the database what it was when the backup was made, while nothing uses it.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadBackup } from "./backup/load-backup";
import { readBackup } from "./backup/manifest";
import { settleSecret } from "./backup/secret";
import { openAlone } from "./backup/target";

const HOW = "How: npm run restore -- FOLDER [--replace] [--without-secret]";

try {
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
  const manifest = await readBackup(folder);
  const target = await openAlone(process.env, "npm run restore");
  try {
    await settleSecret(process.env, { folder, manifest, without: values["without-secret"] });
    await loadBackup({ url: target.url, folder, manifest, replace: values.replace, now: new Date() });
  } finally {
    await target.release();
  }
  console.log(
    `Restored the database as it was at ${manifest.made_at}. Start Millrace now: agents follow it by themselves.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
