// Demo data: `bun prisma/seed.ts FILE`. FILE receives the agent keys of the demo nodes. Safe to run at every start:
// what is there already, changed or not, stays as it is.
import { closeDatabase } from "~/db.server";
import { env } from "~/env.server";
import { seedCatalogue } from "./seed-catalogue";
import { seedFaq } from "./seed-faq";
import { seedNodes } from "./seed-nodes";
import { seedPeople } from "./seed-people";
import { seedPromos } from "./seed-promos";

const [nodesFile] = process.argv.slice(2);
if (!env.MILLRACE_DEMO) throw new Error("Demo data is for demo mode only (MILLRACE_DEMO=1)");
if (!nodesFile) throw new Error("Name the file for the demo nodes' agent keys: bun prisma/seed.ts FILE");

const now = new Date();
await seedCatalogue();
await seedFaq();
await seedPeople(now);
await seedPromos(now);
await seedNodes({ file: nodesFile, now });
await closeDatabase();
