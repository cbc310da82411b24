import { exportText } from "~/platform/tracing.server";

/** Writes one line of the agent's own log. */
export function log(nodeName: string, text: string): void {
  console.log(`${new Date().toISOString()} ${nodeName}: ${text}`);
  exportText(text, { "millrace.node": nodeName });
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The part of an error that a customer may read; errors of the system name files of the machine. */
export function reasonOf(error: unknown): string {
  const { syscall, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return syscall === undefined ? textOf(error) : `its node could not do what the start needs (${code ?? syscall})`;
}
