import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findFreePort } from "../../../worker/up/ports";
import { startPostgres } from "../../../worker/up/postgres";
import { RUN_OF } from "../../../worker/up/run-file";
import { startBun } from "../../support/bun-program";
import { until } from "../../support/until";
import { theCatalogue } from "../../support/world";
import { aFolder, anotherDatabase, dropOthers, run } from "./databases";

let good: string;

beforeAll(async () => {
  await theCatalogue();
  good = join(aFolder(), "good");
  expect(await run("backup", [good], { DATABASE_URL: process.env["DATABASE_URL"] })).toMatchObject({ code: 0 });
});
afterAll(dropOthers);

/** A part of an `npm start` on that folder whose supervisor was killed: the part lives, and nobody holds the folder. */
async function aLeftover(dataDir: string, databaseUrl: string) {
  const part = startBun("worker/sandbox-stripe/main.ts", {
    env: { DATABASE_URL: databaseUrl, SANDBOX_STRIPE_PORT: String(await findFreePort()), [RUN_OF]: dataDir },
    stderr: "pipe",
  });
  onTestFinished(async () => await part.end("SIGKILL"));
  await part.line(/^The payment sandbox listens/);
  return part;
}

async function anEmbeddedDatabase(dataDir: string): Promise<string> {
  const server = await startPostgres({ dir: join(dataDir, "postgres"), database: "millrace" });
  onTestFinished(server.stop);
  return server.urlOf("millrace");
}

test.each([
  ["restore", "the embedded database"],
  ["restore", "a database of its own"],
  ["backup", "the embedded database"],
] as const)("a %s of %s begins after the remains of a killed start are ended", async (program, which) => {
  const dataDir = aFolder();
  const embedded = which === "the embedded database";
  const url = embedded ? await anEmbeddedDatabase(dataDir) : (await anotherDatabase("migrated")).url;
  if (program === "backup") expect(await run("restore", [good], { DATABASE_URL: url })).toMatchObject({ code: 0 });
  const left = await aLeftover(dataDir, url);
  const args = program === "restore" ? [good, "--replace"] : [join(aFolder(), "more")];
  const given = { DATABASE_URL: embedded ? "" : url, MILLRACE_DATA_DIR: dataDir };
  expect(await run(program, args, given)).toMatchObject({ code: 0 });
  await until("the end of what was left behind", () => left.process.exitCode !== null);
});

test("a restore during a running start is refused and ends nothing", async () => {
  const dataDir = aFolder();
  const holder = startBun("tests/support/programs/hold-data-folder.ts", { args: [dataDir] });
  onTestFinished(async () => await holder.end());
  await holder.line(/^held/);
  const { url } = await anotherDatabase("migrated");
  const part = await aLeftover(dataDir, url);
  const said = expect.stringContaining(`is in use by "npm start" (process ${holder.process.pid})`);
  const given = { DATABASE_URL: url, MILLRACE_DATA_DIR: dataDir };
  expect(await run("restore", [good, "--replace"], given)).toMatchObject({ code: 1, said });
  expect(part.process.exitCode).toBeNull();
});
