// `npm test`: every check once, cheap ones first, those that read the source alone beside the others. All of them run
// even when one fails; the last line sums them up.
// `node tests/run.mjs unit build` runs only the steps named.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { makeMemoryFolder } from "./support/memory-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const artifacts = `${root}tests/.artifacts`;

const steps = [
  { name: "lint", command: ["npm", "run", "--silent", "lint"], beside: true },
  { name: "typecheck", command: ["tsc", "--noEmit"], beside: true },
  { name: "unit", command: ["vitest", "run", "--project", "unit"], tests: true },
  // Integration, contract and worker: one server, one template and each source file transformed once for all of them.
  // Three at once, since the worker's often wait.
  {
    name: "database",
    command: ["vitest", "run", "--project", "database", "--project", "worker", "--maxWorkers=3"],
    tests: true,
  },
  { name: "build", command: ["bun", "worker/up/make-build.ts"] },
  // Two copies of the product, each with half of the files: one alone leaves a core idle while it waits.
  {
    name: "e2e",
    command: ["vitest", "run", "--config", "tests/e2e/vitest.config.ts"],
    tests: true,
    lanes: 2,
  },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`Unknown step ${unknown.join(", ")}; there are ${steps.map((step) => step.name).join(", ")}.`);
  process.exit(2);
}

rmSync(artifacts, { recursive: true, force: true });
mkdirSync(artifacts, { recursive: true });
const temporary = makeMemoryFolder();
const environment = { ...process.env, ...(temporary ? { TMPDIR: temporary } : {}) };

const asked = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const [beside, others] = await Promise.all(
  [true, false].map((kind) => runAll(asked.filter((step) => (step.beside ?? false) === kind))),
);
const results = [...beside, ...others];

// Once more at the end: of a long run the build server shows the last lines only.
for (const { failures } of results) for (const failure of failures) console.log(failure);

console.log("");
for (const { name, passed, failed, seconds } of results) {
  const mark = failed ? "FAILED" : "ok";
  console.log(
    `${name.padEnd(12)} ${mark.padEnd(7)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds.toFixed(1)} s`,
  );
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") > 0 ? 1 : 0);

/** One after the other. */
async function runAll(chosen) {
  const outcomes = [];
  for (const step of chosen) outcomes.push(await run(step));
  return outcomes;
}

async function run({ name, command, tests = false, lanes = 1, beside = false }) {
  if (!beside) console.log(`\n── ${name}`);
  const startedMs = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      runLane({ name, command, tests, lane: lane + 1, lanes, quiet: beside || lane > 0 }),
    ),
  );
  const total = (key) => outcomes.reduce((sum, outcome) => sum + outcome[key], 0);
  const seconds = (performance.now() - startedMs) / 1000;
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  return { name, passed: total("passed"), failed: total("failed"), failures, seconds };
}

/** One process of a step. A quiet one shows what it said when it has ended. */
async function runLane({ name, command, tests, lane, lanes, quiet }) {
  const report = `${artifacts}/${name}${lanes > 1 ? `-${lane}` : ""}.json`;
  const more = tests
    ? ["--passWithNoTests", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
    : [];
  const [program = "", ...args] = [...command, ...more, ...(lanes > 1 ? [`--shard=${lane}/${lanes}`] : [])];
  const path = `${root}node_modules/.bin${delimiter}${process.env.PATH}`;
  const stdio = quiet ? ["ignore", "pipe", "pipe"] : "inherit";
  const child = spawn(program, args, { cwd: root, stdio, env: { ...environment, PATH: path } });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => said.push(part));
  const status = await new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", resolve);
  });
  if (said.length > 0) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${name}\n`), ...said]));
  if (tests) return countTests(report, status);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, failures: [] };
}

/** A run that fails although none of its tests did (a file that does not load, an unhandled error) counts as one. */
function countTests(report, status) {
  try {
    const { numPassedTests: passed, numFailedTests: failed, testResults } = JSON.parse(readFileSync(report, "utf8"));
    return { passed, failed: status === 0 ? failed : Math.max(failed, 1), failures: failuresOf(testResults) };
  } catch {
    return { passed: 0, failed: status === 0 ? 0 : 1, failures: [] };
  }
}

/** File, name and first lines of why, of each test that failed. */
function failuresOf(files) {
  return files.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => {
        const why = failureMessages.join("\n").split("\n").slice(0, 6).join("\n    ");
        return `\n${file.replace(root, "")}: ${fullName}\n    ${why}`;
      }),
  );
}
