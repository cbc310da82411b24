// Demo data: `bun prisma/seed.ts FILE`. FILE receives the agent keys of the demo nodes. Safe to run at every start:
// existing rows, changed or not, stay.
import { inWords } from "./in-words";

const [nodesFile] = process.argv.slice(2);

await inWords(async () => {
  const { env } = await import("~/platform/env.server");
  if (!env.MILLRACE_DEMO) throw new Error("Demo data is for demo mode only (MILLRACE_DEMO=1)");
  if (!nodesFile) throw new Error("Name the file for the demo nodes' agent keys: bun prisma/seed.ts FILE");
  const { seed } = await import("./seed-all");
  await seed({ nodesFile, now: new Date() });
  const { closeDatabase } = await import("~/platform/db.server");
  await closeDatabase();
});
