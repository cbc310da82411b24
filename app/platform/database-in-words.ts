/** PostgreSQL ends all its connections when it finds no room for its log of changes. */
const ENDED = "it ended the connection. Its own log says why: often its disk is full";
/** Explanations of common connection errors, by the code of PostgreSQL or of the network. */
const WORDS: Record<string, string> = {
  ECONNREFUSED: "nothing listens there. Start it, or correct DATABASE_URL",
  ENOTFOUND: "there is no such host. Correct DATABASE_URL",
  EAI_AGAIN: "there is no such host. Correct DATABASE_URL",
  ETIMEDOUT: "it does not answer. Look whether it runs and may be reached from here",
  ECONNRESET: ENDED,
  "28P01": "it does not accept the password. Correct DATABASE_URL",
  "28000": "it does not let this user in. Correct DATABASE_URL, or its pg_hba.conf",
  "3D000": "it has no database of that name. Make it, or correct DATABASE_URL",
  "42501": "it does not let this user make tables. Make the user its owner",
  "53100": "its disk is full. Make room: nothing of the data is lost by it",
  "53300": "it has no connection left",
  "57P01": "it was ended meanwhile",
  "57P02": ENDED,
  "57P03": "it is starting or stopping",
};
/** Network error codes, which errors of other services have too. */
const OF_NETWORK = /^E[A-Z_]+$/;

/**
 * Explains to the operator, in one sentence, why the database at `url` cannot be used. Null for other errors, such as
 * those of a statement or of another service.
 */
export function databaseInWords(error: unknown, url: string): string | null {
  if (!(error instanceof Error)) return null;
  const faults = faultsOf(error).filter(({ code, message }) => !OF_NETWORK.test(code) || names(message, url));
  const [words] = faults.flatMap(({ code }) => WORDS[code] ?? []);
  return words ? `${cannotBeUsed(url)}: ${words}.` : null;
}

/** Codes of a statement that was cancelled because it waited for longer than `lock_timeout` or `statement_timeout`. */
const WAITED = ["55P03", "57014"];

/** Explains an error that only the database can have caused. */
export function faultInWords(error: unknown, url: string): string {
  if (!(error instanceof Error)) return String(error);
  const faults = faultsOf(error);
  if (faults.some(({ code }) => WAITED.includes(code)))
    return `A statement on the database at ${address(url)} waited too long: end the session that locks its table, and start again.`;
  const [words] = faults.flatMap(({ code }) => WORDS[code] ?? []);
  if (words) return `${cannotBeUsed(url)}: ${words}.`;
  if (/time(d )?out/i.test(error.message)) return `${cannotBeUsed(url)}: ${WORDS["ETIMEDOUT"]}.`;
  if (/connection terminated|closed the connection/i.test(error.message)) return `${cannotBeUsed(url)}: ${ENDED}.`;
  return error.message;
}

function cannotBeUsed(url: string): string {
  return `The database at ${address(url)} cannot be used`;
}

/** Errors come wrapped: Prisma's holds PostgreSQL's, and a host with two addresses gives two. */
function faultsOf(error: Error): { code: string; message: string }[] {
  const inner = [error.cause, ...(error instanceof AggregateError ? (error.errors as unknown[]) : [])];
  const { message } = error;
  const own = "code" in error && typeof error.code === "string" ? [{ code: error.code, message }] : [];
  return [...own, ...inner.flatMap((one) => (one instanceof Error ? faultsOf(one) : []))];
}

/** The unreachable address in an error of the network: `connect ECONNREFUSED 127.0.0.1:5432`. */
function names(message: string, url: string): boolean {
  const { hostname, port } = URL.canParse(url) ? new URL(url) : { hostname: "", port: "" };
  return message.endsWith(`:${port || "5432"}`) || (hostname !== "" && message.endsWith(` ${hostname}`));
}

/** Without user and password. */
function address(url: string): string {
  if (!URL.canParse(url)) return "DATABASE_URL";
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
