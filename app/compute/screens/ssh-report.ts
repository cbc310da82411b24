import type { Check } from "~/compute/inside/ssh-keys/check/facts";

/** The SSH doctor's answer, with the input. */
export interface SshReport {
  key: string;
  user: string;
  resvGuid: string;
  checks: Check[];
}

/** The report in what an action answered, if it has one. */
export function reportOf(answer: unknown): SshReport | null {
  return typeof answer === "object" && answer !== null && "report" in answer ? (answer.report as SshReport) : null;
}
