// Runs before `npm start` and `npm test`, without node_modules: installs what package-lock.json names and is missing,
// makes the Prisma client when the schema is newer, and with --test sees to a browser.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { systemBrowser } from "./system-browser.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const oldestNode = [20, 19];

checkNode();
installPackages();
generateClient();
if (process.argv.includes("--test")) findBrowser();

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  fail(`Millrace needs Node ${oldestNode.join(".")} or newer; this is ${process.versions.node}.`);
}

function installPackages() {
  if (isInstalled()) return;
  console.log("Installing packages …");
  // `npm ci` throws everything away first; where something is installed already, only the difference is fetched.
  const command = existsSync(`${root}node_modules`) ? "install" : "ci";
  npm([command, "--no-audit", "--no-fund"]);
}

/** Whether every package of the lock file is there in its version; optional ones belong to other machines. */
function isInstalled() {
  const wanted = readJson("package-lock.json")?.packages;
  const present = readJson("node_modules/.package-lock.json")?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional || present[path]?.version === entry.version,
  );
}

function generateClient() {
  const made = `${root}app/generated/prisma/client.ts`;
  if (existsSync(made) && statSync(made).mtimeMs >= statSync(`${root}prisma/schema.prisma`).mtimeMs) return;
  execFileSync(process.execPath, [`${root}prisma/generate.mjs`], { stdio: "inherit" });
}

function findBrowser() {
  if (systemBrowser()) return;
  console.log("Installing a browser for the browser tests …");
  const { status } = spawnSync("npx", ["playwright", "install", "chromium"], { cwd: root, stdio: "inherit" });
  if (status === 0) return;
  fail(
    "No browser was found and none could be fetched. Install one, such as: apt-get install chromium-headless-shell",
  );
}

function npm(args) {
  const { status } = spawnSync("npm", args, { cwd: root, stdio: "inherit" });
  if (status !== 0) fail(`"npm ${args.join(" ")}" failed; see its messages above.`);
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
