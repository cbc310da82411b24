import { renameSync, writeFileSync } from "node:fs";

/**
 * Makes a shell script a program, also in place of one that runs. It gets its name once it is whole: a program cannot be
 * written while it is being executed, nor executed while it is being written (ETXTBSY).
 */
export function installScript(path: string, script: string): void {
  writeFileSync(`${path}.new`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  renameSync(`${path}.new`, path);
}
