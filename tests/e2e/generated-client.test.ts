import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { call, endTasks } from "./support/api";
import { useBrowser } from "./support/browser";
import { logIn, showApiKey } from "./support/people";
import { makeKeyPair } from "./support/ssh";

const run = promisify(execFile);
const { visitor } = useBrowser();
let folder: string;

/** What a customer would write with the types that are made from /openapi.json. */
const PROGRAM = `
import createClient from "openapi-fetch";
import type { paths } from "./schema";

const [baseUrl = "", key = "", publicKey = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: key } });

function good<Answer extends { retcode: string }>(answer: Answer | undefined) {
  if (answer?.retcode !== "OK") throw new Error(JSON.stringify(answer));
  return answer as Extract<Answer, { retcode: "OK" }>;
}

const stored = await client.POST("/v1/ssh-public-key-upload", { body: { ssh_public_key: publicKey } });
good(stored.data);
const order = {
  body: { task_name: "by-client", gpu_type: "a5000", gpu_min: 1 },
  params: { header: { "Idempotency-Key": crypto.randomUUID() } },
} as const;
const reserved = good((await client.POST("/v1/reserve", order)).data);
const again = good((await client.POST("/v1/reserve", order)).data);
if (again.resv_guid !== reserved.resv_guid) throw new Error("a second task");
const { jobs } = good((await client.GET("/v1/jobs")).data);
const listed: string[] = jobs.filter((job) => job.ts_finished === 0).map((job) => job.task_name);
const path = { resv_guid: reserved.resv_guid };
const { job } = good((await client.GET("/v1/tasks/{resv_guid}", { params: { path } })).data);
const deleted = good((await client.POST("/v1/delete", { body: { task_name: "by-client" } })).data);
console.log(JSON.stringify({ listed, pph: job.pph, message: deleted.human_readable_message }));
`;

beforeAll(async () => {
  // Under node_modules, where a program finds the packages that a customer would install.
  folder = await mkdtemp("node_modules/.client-");
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

test("a client generated from /openapi.json compiles and does the main job", async () => {
  const page = await visitor();
  await logIn(page, "customer");
  const key = await showApiKey(page);
  await endTasks(key);
  const { json } = await call("/openapi.json");
  await writeFile(join(folder, "schema.d.ts"), astToString(await openapiTS(json as unknown as OpenAPI3)));
  const program = join(folder, "main.ts");
  await writeFile(program, PROGRAM);
  const options = "--noEmit --strict --noUncheckedIndexedAccess --target es2022 --module esnext";
  const more = "--moduleResolution bundler --types node --lib es2022,dom";
  await run("node_modules/.bin/tsc", [...options.split(" "), ...more.split(" "), program]);

  const { publicKey } = await makeKeyPair();
  const { stdout } = await run("node_modules/.bin/bun", [program, inject("origin"), key, publicKey]);
  expect(JSON.parse(stdout)).toEqual({
    listed: ["by-client"],
    pph: 95,
    message: "Task by-client is being killed.",
  });
  await endTasks(key);
});
