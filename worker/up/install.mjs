// Runs before `npm start`, `npm run dev` and `npm test`, without node_modules. It installs the missing packages of
// package-lock.json and generates the Prisma client when the schema is newer. With --test it finds a browser and names
// the tests' other needs.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { watchNpm } from "./parent.mjs";
import { systemBrowser } from "./system-browser.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const oldestNode = [20, 19];
/** Programs that the tests use, with their Debian packages. */
const TESTED_WITH = { ssh: "openssh-client", curl: "curl", bwrap: "bubblewrap" };
const SAY_EVERY_MS = 15_000;
const LOOK_EVERY_MS = 200;
/** Exists while packages are being installed: a later start that finds it knows that node_modules is incomplete. */
const unfinished = `${root}node_modules/.unfinished`;

let running = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
watchNpm(stop);

checkNode();
await takeTurn();
await installPackages();
await generateClient();
if (process.argv.includes("--test")) {
  findPrograms();
  await findBrowser();
}
process.exit(0);

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  fail(`Millrace needs Node ${oldestNode.join(".")} or newer; this is ${process.versions.node}.`);
}

/**
 * Waits for another start from this folder that installs: `npm ci` deletes what the other one has fetched. The kernel
 * holds the name until this process has ended; where names of this kind are unknown, nobody waits.
 */
async function takeTurn() {
  const name = `\0millrace-install-${createHash("sha256").update(root).digest("hex")}`;
  for (let said = false; !(await isOurs(name)); said = true) {
    if (!said) console.log("Waiting for another start from this folder, which installs packages …");
    await wait(LOOK_EVERY_MS);
  }
}

/** Takes a name of the kernel for this process; false while another one has it. */
async function isOurs(name) {
  const server = createServer().unref();
  return await new Promise((resolve) => {
    server.once("error", ({ code }) => resolve(code !== "EADDRINUSE"));
    server.listen(name, () => resolve(true));
  });
}

async function installPackages() {
  if (isInstalled()) return;
  console.log("Installing packages; this takes a minute or two …");
  const startedMs = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedMs) / 1000)} s`;
  const timer = setInterval(() => console.log(`Installing packages … ${seconds()}`), SAY_EVERY_MS);
  // `npm ci` deletes everything first; after a complete installation only the difference is fetched.
  const command = readJson("node_modules/.package-lock.json") && !existsSync(unfinished) ? "install" : "ci";
  mkdirSync(`${root}node_modules`, { recursive: true });
  writeFileSync(unfinished, "");
  const args = [command, "--no-audit", "--no-fund"];
  if ((await run("npm", args)) !== 0) fail(`"npm ${args.join(" ")}" failed; see its messages above.`);
  clearInterval(timer);
  rmSync(unfinished, { force: true });
  console.log(`Packages are installed (${seconds()}).`);
}

/** Checks that every package of the lock file is there in its version; optional ones belong to other machines. */
function isInstalled() {
  if (existsSync(unfinished)) return false;
  const wanted = readJson("package-lock.json")?.packages;
  const present = readJson("node_modules/.package-lock.json")?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === "" || entry.optional || (present[path]?.version === entry.version && existsSync(root + path)),
  );
}

async function generateClient() {
  const schema = readFileSync(`${root}prisma/schema.prisma`, "utf8");
  const made = `${root}app/generated/made-from.prisma`;
  if (existsSync(made) && readFileSync(made, "utf8") === schema) return;
  if ((await run(process.execPath, [`${root}prisma/generate.mjs`])) !== 0)
    fail("The Prisma client could not be made; see the messages above.");
}

function findPrograms() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const missing = Object.entries(TESTED_WITH).filter(
    ([program]) => !folders.some((folder) => existsSync(join(folder, program))),
  );
  if (missing.length === 0) return;
  const [programs, packages] = [0, 1].map((at) => missing.map((entry) => entry[at]));
  fail(`The tests need ${programs.join(", ")}. On Debian: apt-get install ${packages.join(" ")}`);
}

async function findBrowser() {
  if (systemBrowser()) return;
  console.log("Installing a browser for the browser tests …");
  if ((await run("npx", ["playwright", "install", "chromium"])) === 0) return;
  fail("No browser was found and none could be fetched. Install one, such as: apt-get install chromium-headless-shell");
}

/** Runs a program in its own process group, so that a stop ends all its processes, and returns its exit code. */
async function run(command, args) {
  running = spawn(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], detached: true });
  return await new Promise((resolve) => {
    running.once("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    running.once("exit", resolve);
  });
}

/** Never exits with 0: npm would continue with the next step. */
async function stop() {
  if (running?.pid) {
    const gone = new Promise((resolve) => running.once("exit", resolve));
    if (endGroup("SIGTERM")) await gone;
    // Processes that npm started and did not end itself.
    endGroup("SIGKILL");
  }
  process.exit(130);
}

function endGroup(signal) {
  try {
    process.kill(-running.pid, signal);
    return running.exitCode === null && running.signalCode === null;
  } catch {
    return false;
  }
}

function readJson(name) {
  try {
    return JSON.parse(readFileSync(root + name, "utf8"));
  } catch {
    return null;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
