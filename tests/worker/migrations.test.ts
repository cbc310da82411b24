import { expect, test } from "vitest";
import { db } from "~/db.server";
import { env } from "~/env.server";
import { applyMigrations, diffToSchema } from "../../prisma/engine";

test("a database that is up to date gets no migration twice", async () => {
  expect(await applyMigrations(env.DATABASE_URL)).toEqual([]);
  const applied = await db.query<{ migration_name: string }>(
    "select migration_name from _prisma_migrations where finished_at is not null",
  );
  expect(applied.length).toBeGreaterThan(1);
});

test("the migrations lead exactly to schema.prisma", async () => {
  expect(await diffToSchema(env.DATABASE_URL, "migrations")).toBeNull();
});
