// Migrates the database of DATABASE_URL to the newest migration: `npm run migrate`. With `--diff` it prints the SQL by
// which schema.prisma is ahead of the migrations instead.
import { applyMigrations, diffToSchema } from "./engine";
import { inWords } from "./in-words";

await inWords(async () => {
  const { env } = await import("~/platform/env.server");
  if (process.argv.includes("--diff")) {
    const diff = await diffToSchema(env.DATABASE_URL, "migrations");
    console.log(diff ?? "-- the migrations and schema.prisma agree");
  } else {
    const names = await applyMigrations(env.DATABASE_URL);
    console.log(names.length ? `applied ${names.join(", ")}` : "the database is up to date");
  }
});
