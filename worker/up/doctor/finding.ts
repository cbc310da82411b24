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

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
