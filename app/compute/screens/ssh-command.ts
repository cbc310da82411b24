import { splitSshAddr } from "~/compute/ssh-address";
import type { JobRow } from "~/compute/list-jobs.server";

type Reached = Pick<JobRow, "ssh_addr">;

/** The one line that logs in to a task; null while it cannot be reached. */
export function sshCommand({ ssh_addr }: Reached): string | null {
  const address = splitSshAddr(ssh_addr);
  return address && `ssh -p ${address.port} root@${address.host}`;
}

/** Opens the task's home in VS Code, if its extension Remote - SSH is installed. */
export function vsCodeUrl({ ssh_addr }: Reached): string | null {
  const address = splitSshAddr(ssh_addr);
  return address && `vscode://vscode-remote/ssh-remote+root@${address.host}:${address.port}/root`;
}
