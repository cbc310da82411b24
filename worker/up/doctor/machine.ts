import { existsSync, readFileSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { counted } from "~/platform/counted";
import { dataDirOf, type Environment, root } from "../settings";
import { type Finding, findingsOn, wrongOr } from "./finding";

const GIB = 2 ** 30;
const DISK = { warnGib: 10, criticalGib: 1 };
/** Others may read, write or run the file. */
const OTHERS = 0o077;

/** Reads the versions in package.json: of Millrace, Node.js and Bun. */
export function readPackage() {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    engines: { node: string };
    dependencies: { bun: string };
    version: string;
  };
}

/** Checks the versions of Node.js and Bun, and that web has a build. */
export async function checkPrograms(env: Environment): Promise<Finding[]> {
  const { ok, warning, critical } = findingsOn("programs");
  const { engines, dependencies, version } = readPackage();
  const bun = process.versions.bun ?? "none";
  const findings = [
    bun !== dependencies.bun &&
      warning(
        `Bun is ${bun}, and this version of Millrace is tested with ${dependencies.bun}.`,
        "Run `npm ci`, and start web and worker with `npm run`, which takes that one.",
      ),
    // `npm start` makes the build itself.
    env["DATABASE_URL"] !== undefined &&
      !existsSync(join(root, "build/index.js")) &&
      critical("There is no build of the web process.", "Run `npm run build`."),
  ];
  return wrongOr(findings, ok(`Millrace ${version} on Bun ${bun}; npm needs Node.js ${engines.node}.`));
}

/** Checks the room in the data folder, and that nobody else can read the secrets in it. */
export async function checkDisk(env: Environment): Promise<Finding[]> {
  const { ok, warning, critical } = findingsOn("disk");
  const folder = dataDirOf(env);
  if (!existsSync(folder)) return [];
  const { bavail, bsize } = await statfs(folder);
  const freeGib = (bavail * bsize) / GIB;
  const says = `${folder} has ${freeGib.toFixed(1)} GiB left.`;
  const remedy = "Make room. A full disk stops the database; it goes on by itself once there is room.";
  const room =
    freeGib < DISK.criticalGib ? critical(says, remedy) : freeGib < DISK.warnGib ? warning(says, remedy) : ok(says);
  const open = ["secret", "webhook-secret", "postgres.password", "demo-nodes.json"]
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file) && (statSync(file).mode & OTHERS) !== 0);
  if (open.length === 0) return [room];
  return [
    room,
    findingsOn("secrets").warning(
      `Other users of this machine can read ${open.join(", ")}.`,
      `Run \`chmod 600\` on ${counted(open.length, "that file", "those files")}.`,
    ),
  ];
}
