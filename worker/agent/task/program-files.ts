import { INSIDE } from "./inside";

/** Folder of the programs that only tasks with simulated GPUs find. */
export const SIMULATED_DIR = "simulated";
/** Folder of programs that are used only if the system lacks them: last in the PATH. */
export const LAST_DIR = "last";

const FINISH = `#!/bin/sh
# Ends this task with the exit code given, 0 when none is.
case "\${1:-0}" in *[!0-9]*) echo "usage: finish [exit code]" >&2; exit 2 ;; esac
printf '%s\\n' "\${1:-0}" > "$MILLRACE_RUN/finish.new" && mv "$MILLRACE_RUN/finish.new" "$MILLRACE_RUN/finish"
`;

/** Programs added to the task's own, by name. `own` is the shell's word for the agent's program, seen from `$dir`. */
export function programFiles(own: string): Record<string, string> {
  return {
    finish: FINISH,
    [`${LAST_DIR}/python`]: '#!/bin/sh\n# Debian has it by this name alone.\nexec python3 "$@"\n',
    [`${SIMULATED_DIR}/nvidia-smi`]: `#!/bin/sh
# Shows this task's GPUs, which are simulated.
dir=$(dirname "$0")/..
export BUN_RUNTIME_TRANSPILER_CACHE_PATH=0
exec ${own} nvidia-smi "\${MILLRACE_RUN:-${INSIDE.run}}/../conf" "$@"
`,
  };
}
