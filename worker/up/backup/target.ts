import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDatabaseUrl, NO_DATABASE_URL } from "~/platform/database-url.server";
import { lockDataFolder, takeDataFolder } from "../data-folder";
import { startPostgres } from "../postgres";
import { endLeftovers } from "../run-file";
import { dataDirOf, type Environment } from "../settings";

const DATABASE = "millrace";

/** The database that is meant: DATABASE_URL, or the embedded one of the data folder. */
interface Target {
  url: string;
  release: () => Promise<void>;
}

/** Opens the database for reading, whether the product runs or not. */
export async function openBeside(env: Environment, signal: AbortSignal): Promise<Target> {
  const url = urlIn(env);
  if (url) return { url, release: async () => {} };
  const dataDir = dataDirOf(env);
  const dir = join(dataDir, "postgres");
  if (!existsSync(join(dir, "PG_VERSION")))
    throw new Error(`There is no database in ${dataDir}. Set MILLRACE_DATA_DIR or DATABASE_URL.`);
  const free = takeDataFolder(dataDir, "npm run backup");
  return free ? await open(env, free, signal) : { url: await urlOfRunning(dir), release: async () => {} };
}

function urlIn({ DATABASE_URL: url }: Environment): string | undefined {
  if (url && !isDatabaseUrl(url)) throw new Error(`${NO_DATABASE_URL}.`);
  return url;
}

/** Opens the target for writing, while no other program has it. */
export async function openAlone(
  env: Environment,
  { program, signal }: { program: string; signal: AbortSignal },
): Promise<Target> {
  return await open(env, lockDataFolder(dataDirOf(env), program), signal);
}

/** Opens the database of the held data folder. As for a start, processes on it were left by a killed one. */
async function open(env: Environment, free: () => void, signal: AbortSignal): Promise<Target> {
  const dataDir = dataDirOf(env);
  try {
    await endLeftovers(dataDir);
    const url = urlIn(env);
    if (url) return { url, release: async () => free() };
    const postgres = await startPostgres({ dir: join(dataDir, "postgres"), database: DATABASE, signal });
    const release = async () => {
      await postgres.stop();
      free();
    };
    return { url: postgres.urlOf(DATABASE), release };
  } catch (error) {
    free();
    throw error;
  }
}

/** Returns the address of the database of a running `npm start`, from its data folder. */
export async function urlOfRunning(dir: string): Promise<string> {
  const [port, password] = await Promise.all([`${dir}.port`, `${dir}.password`].map(readWord));
  return `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;
}

async function readWord(file: string): Promise<string> {
  return (await readFile(file, "utf8")).trim();
}
