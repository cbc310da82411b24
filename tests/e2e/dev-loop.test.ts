import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/until";
import { useBrowser } from "./support/browser";
import { CopiedProgram } from "./support/copied-program";

const ROUTE = "app/site/screens/faq/route.tsx";
const HEADING = 'title="Questions and answers"';
const BUILD = "build/index.js";
/** A build of all pages beside the other tests, on a slow machine. */
const BUILT_WITHIN = { timeout: 180_000 };
const { visitor } = useBrowser();
let program: CopiedProgram;

beforeAll(() => {
  program = new CopiedProgram();
});

afterAll(() => program.remove());

test("npm run dev: a saved page appears in the browser, a saved worker file in the worker; faults are shown and recover", async () => {
  const built = readFileSync(program.file(BUILD), "utf8");
  const started = await program.dev();
  await started.says("Millrace is ready");

  const page = await visitor({ origin: await program.origin() });
  const answer = await page.goto("/faq");
  expect(answer?.headers()["content-security-policy"]).toMatch(/connect-src [^;]*( ws:\/\/127\.0\.0\.1:\d+){2} /);
  edit(ROUTE, HEADING, 'title="As it was saved"');
  await page.getByRole("heading", { level: 1, name: "As it was saved" }).waitFor(BUILT_WITHIN);

  edit(ROUTE, "<Page", "<<Page");
  await started.says(`${ROUTE}:`);
  expect((await page.reload())?.status()).toBe(200);
  edit(ROUTE, '<<Page title="As it was saved"', '<Page title="Mended"');
  await page.getByRole("heading", { level: 1, name: "Mended" }).waitFor(BUILT_WITHIN);

  const worker = program.running()["worker"];
  edit("worker/pool.ts", "export class", "throw new Error('said in words');\nexport class");
  await started.says("said in words");
  edit("worker/pool.ts", "throw new Error('said in words');\n", "");
  await started.says("worker: ready");
  expect(program.running()["worker"]).not.toBe(worker);

  started.process.kill("SIGINT");
  await started.ended;
  await until("the end of all that was begun", () => program.left().length === 0);
  expect(readFileSync(program.file(BUILD), "utf8") === built).toBe(true);
});

function edit(name: string, before: string, after: string): void {
  const text = readFileSync(program.file(name), "utf8");
  expect(text).toContain(before);
  writeFileSync(program.file(name), text.replace(before, after));
}
