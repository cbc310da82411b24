import { writeFileSync } from "node:fs";

/** When memory runs out, the kernel should end the customer's programs and not the SSH server. */
const FIRST_TO_END = "500";

const children = new Set<number>();

/** Registers a program that was started here, until it has ended: only its starter may collect its exit status. */
export function noteChild(pid: number | undefined, ended: Promise<unknown>): void {
  if (pid === undefined) return;
  children.add(pid);
  void ended.finally(() => children.delete(pid));
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, FIRST_TO_END);
  } catch {
    // The child ended in between, or inherits the value if these files are read-only.
  }
}

export function isOwnChild(pid: number): boolean {
  return children.has(pid);
}
