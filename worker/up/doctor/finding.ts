/** The result of a check. `unknown`: it could not be made. */
export type Grade = "ok" | "warning" | "critical" | "unknown";

export interface Finding {
  /** The part of the installation, in a word or two. */
  about: string;
  grade: Grade;
  /** The observation, in one sentence. */
  says: string;
  /** The remedy; empty if nothing is wrong. */
  remedy: string;
}

/** Makes the findings of one part. */
export function findingsOn(about: string) {
  const make =
    (grade: Grade) =>
    (says: string, remedy = ""): Finding => ({ about, grade, says, remedy });
  return { ok: make("ok"), warning: make("warning"), critical: make("critical"), unknown: make("unknown") };
}

/** Returns the findings that there are, or the one that says that nothing is wrong. */
export function wrongOr(findings: (Finding | false)[], ok: Finding): Finding[] {
  const wrong = findings.filter((finding) => finding !== false);
  return wrong.length > 0 ? wrong : [ok];
}

/** Time for the answer to a question to the database. */
export const DATABASE_WITHIN_MS = 5_000;
const SILENT = "The database does not answer.";

/** The finding that the database does not answer. */
export function silenceOn(about: string): Finding {
  return findingsOn(about).critical(SILENT, "Check that PostgreSQL and its machine are neither frozen nor overloaded.");
}

/** Checks whether a finding says that the database answers no more. */
export function isSilence({ says }: Finding): boolean {
  return says === SILENT;
}

/** Runs checks that each fail alone: one that breaks is a finding too. */
export async function gather(checks: Record<string, () => Promise<Finding[]>>): Promise<Finding[]> {
  const all = Object.entries(checks).map(async ([about, check]) => {
    try {
      return await check();
    } catch (error) {
      return [findingsOn(about).unknown(`This could not be checked: ${messageOf(error)}`, "Run the doctor again.")];
    }
  });
  return (await Promise.all(all)).flat();
}

/** Runs checks that ask the database, which may stop answering. */
export async function gatherFromDatabase(checks: Record<string, () => Promise<Finding[]>>): Promise<Finding[]> {
  const limited = Object.entries(checks).map(([about, check]) => [about, () => orSilence(about, check)] as const);
  return await gather(Object.fromEntries(limited));
}

async function orSilence(about: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  const silence = [silenceOn(about)];
  const late = new Promise<Finding[]>((resolve) => void setTimeout(resolve, DATABASE_WITHIN_MS, silence));
  const found = check().catch((error: unknown) => {
    // The driver's own limits may end first.
    if (/timeout expired|read timeout|connection timeout/.test(messageOf(error))) return silence;
    throw error;
  });
  return await Promise.race([found, late]);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
