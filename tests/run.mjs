// `npm test`: every check once, in two chains that run at the same time. With more on two cores the same tests took up to
// twice the processor time. All of them run even if one fails. It ends with the twenty slowest files and a line of totals.
// `node tests/run.mjs unit build` runs only the named steps.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { makeMemoryFolder } from "./support/memory-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const artifacts = `${root}tests/.artifacts`;

const vitest = (...args) => ({ command: ["vitest", "run", ...args], tests: true });

/**
 * Steps of one chain run one after the other. The first chain prints its output at once, the others when a step has
 * ended. Both take about as long, so that neither runs alone at the end.
 */
const chains = [
  [
    // Integration and contract: one server and one template for all of them, and each source file transformed once.
    { name: "database", ...vitest("--project", "database") },
    { name: "unit", ...vitest("--project", "unit") },
    { name: "lint", command: ["npm", "run", "--silent", "lint"] },
  ],
  [
    { name: "build", command: ["bun", "worker/up/make-build.ts"] },
    // Two copies of the product, each with half of the files.
    { name: "e2e", ...vitest("--config", "tests/e2e/vitest.config.ts"), lanes: 2 },
    // Programs, clocks and leases: two files at a time would use 0.6 of two cores. Not beside the browser tests: there
    // they took twice as long.
    { name: "worker", ...vitest("--project", "worker", "--maxWorkers=4") },
    // A real Slurm, if its packages are there (docs/engines-slurm.md).
    { name: "engines", ...vitest("--project", "engines") },
  ],
];

const wanted = process.argv.slice(2);
const names = chains.flat().map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown step ${unknown.join(", ")}; there are ${names.join(", ")}.`);
  process.exit(2);
}

rmSync(artifacts, { recursive: true, force: true });
mkdirSync(artifacts, { recursive: true });
const temporary = makeMemoryFolder();
const environment = { ...process.env, ...(temporary ? { TMPDIR: temporary } : {}) };

const asked = chains
  .map((chain) => chain.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
  .filter((chain) => chain.length > 0);
const results = (await Promise.all(asked.map((chain, at) => runAll(chain, at > 0)))).flat();

// Repeated at the end, with the names last: the build server shows only the last lines of a long run.
const failures = results.flatMap((result) => result.failures);
const slowest = results.flatMap((result) => result.files).toSorted((one, other) => other.seconds - one.seconds);
if (slowest.length > 0) console.log("\nThe files that took longest:");
for (const { file, seconds } of slowest.slice(0, 20)) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
for (const { what, why } of failures) console.log(`\n${what}\n${why}`);
console.log("");
for (const { what } of failures) console.log(`failed: ${what}`);
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
async function runAll(chain, quiet) {
  const outcomes = [];
  for (const step of chain) outcomes.push(await run(step, quiet));
  return outcomes;
}

async function run({ name, command, tests = false, lanes = 1 }, quiet) {
  if (!quiet) console.log(`\n── ${name}`);
  const startedMs = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      runLane({ name, command, tests, lane: lane + 1, lanes, quiet: quiet || lane > 0 }),
    ),
  );
  const total = (key) => outcomes.reduce((sum, outcome) => sum + outcome[key], 0);
  const seconds = (performance.now() - startedMs) / 1000;
  const [failures, files] = ["failures", "files"].map((key) => outcomes.flatMap((outcome) => outcome[key]));
  return { name, passed: total("passed"), failed: total("failed"), failures, files, seconds };
}

/** One process of a step. A quiet one prints its output when it has ended. */
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
  const output = stripVTControlCharacters(Buffer.concat(said).toString());
  if (tests) return countTests(name, { report, status, output });
  if (status === 0) return { passed: 1, failed: 0, failures: [], files: [] };
  const why = lastLines(output);
  return { passed: 0, failed: 1, failures: [{ what: name, why }], files: [] };
}

/** A run that fails although none of its tests did (a file that cannot be loaded, an unhandled error) counts as one. */
function countTests(name, { report, status, output }) {
  const why = "    It ended without a report.";
  const unread = { passed: 0, failed: 1, failures: [{ what: name, why }], files: [] };
  try {
    const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(report, "utf8"));
    const failures = testResults.flatMap((result) => failuresOf(result, output));
    if (status !== 0 && failures.length === 0) failures.push({ what: name, why: "    Its own output says why." });
    const files = testResults.map(({ name: file, startTime, endTime }) => {
      return { file: file.replace(root, ""), seconds: (endTime - startTime) / 1000 };
    });
    return { passed, failed: failures.length, failures, files };
  } catch {
    return status === 0 ? { passed: 0, failed: 0, failures: [], files: [] } : unread;
  }
}

/** Lists each failed test, or file that could not be run: file, name, and the first lines of the reason. */
function failuresOf({ name, status, message, assertionResults }, output) {
  const file = name.replace(root, "");
  const failed = assertionResults.filter((one) => one.status === "failed");
  if (failed.length === 0 && status === "failed")
    return [{ what: file, why: firstLines(message || whyHookFailed(file, output)) }];
  return failed.map(({ fullName, failureMessages }) => {
    return { what: `${file}: ${fullName}`, why: firstLines(failureMessages.join("\n")) };
  });
}

/** The report lacks the errors of a file's hooks; the output of a quiet step has them. */
function whyHookFailed(file, output) {
  const [, after = "Its own output says why."] = output.split(`${file} > `);
  return after;
}

function firstLines(text) {
  return indented(text.trim().split("\n").slice(0, 6));
}

function lastLines(text) {
  return indented(text.trim().split("\n").slice(-12));
}

function indented(lines) {
  return lines.map((line) => `    ${line}`).join("\n");
}
