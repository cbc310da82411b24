import pg from "pg";

/** What people meet who name a database; PostgreSQL's own codes and those of the network. */
const WORDS: Record<string, string> = {
  ECONNREFUSED: "nothing listens there. Start it, or correct DATABASE_URL",
  ENOTFOUND: "there is no such host. Correct DATABASE_URL",
  EAI_AGAIN: "there is no such host. Correct DATABASE_URL",
  ETIMEDOUT: "it does not answer. Look whether it runs and may be reached from here",
  ECONNRESET: "it ended the connection",
  "28P01": "it does not take the password. Correct DATABASE_URL",
  "28000": "it does not let this user in. Correct DATABASE_URL, or its pg_hba.conf",
  "3D000": "it has no database of that name. Make it, or correct DATABASE_URL",
  "53300": "it has no connection left",
  "57P01": "it was ended meanwhile",
  "57P03": "it is starting or stopping",
};
const PATIENCE_MS = 10_000;

/**
 * Does a program's work on the database of DATABASE_URL; what fails is said in one sentence, without a stack, and ends
 * the process with exit code 1.
 */
export async function inWords(work: () => Promise<void>): Promise<void> {
  let url = "";
  try {
    url = (await import("~/env.server")).env.DATABASE_URL;
    await reach(url);
    await work();
  } catch (error) {
    console.error(describe(error, url));
    process.exit(1);
  }
}

async function reach(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS });
  client.on("error", () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

function describe(error: unknown, url: string): string {
  if (!(error instanceof Error)) return String(error);
  const words = codesOf(error).flatMap((code) => WORDS[code] ?? []);
  if (words[0]) return `The database at ${address(url)} cannot be used: ${words[0]}.`;
  return error.message.includes("timeout")
    ? `The database at ${address(url)} cannot be used: ${WORDS["ETIMEDOUT"]}.`
    : error.message;
}

/** Errors come wrapped: one of Prisma holds one of PostgreSQL, a name with two addresses fails twice. */
function codesOf(error: Error): string[] {
  const inner = [error.cause, ...(error instanceof AggregateError ? (error.errors as unknown[]) : [])];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  return [...own, ...inner.flatMap((one) => (one instanceof Error ? codesOf(one) : []))];
}

/** Without user and password. */
function address(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return "DATABASE_URL";
  }
}
