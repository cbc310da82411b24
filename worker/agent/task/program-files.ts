import { INSIDE } from "./inside";

/** Folder of the programs that only tasks with simulated GPUs find. */
export const SIMULATED_DIR = "simulated";
/** Folder of stand-ins for programs of images, which the same tasks find if the system lacks those. */
export const IMAGE_PROGRAMS_DIR = "image-programs";
/** Folder of programs that are used only if the system lacks them. */
export const LAST_DIR = "last";

/** Programs that images bring along and the demo stands in for, with their usual ports. */
export const IMAGE_PROGRAMS = {
  jupyter: { title: "JupyterLab", port: 8888 },
  vllm: { title: "vLLM", port: 8000 },
  comfyui: { title: "ComfyUI", port: 8188 },
};
/** Path of ComfyUI's program in its image, which its template starts. */
export const COMFYUI_PATH = "/runner-scripts/entrypoint.sh";

const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** PATH of a task's programs: ours before the system's, or before the image's where it has its own. */
export function pathOf(given: { bin: string; simulated: boolean; image?: string | undefined }): string {
  const { bin, simulated, image } = given;
  const first = simulated ? [`${bin}/${SIMULATED_DIR}`, bin] : [bin];
  const last = [...(simulated ? [`${bin}/${IMAGE_PROGRAMS_DIR}`] : []), `${bin}/${LAST_DIR}`];
  return [...first, ...(image === undefined ? [SYSTEM_PATH, ...last] : [image])].join(":");
}

const FINISH = `#!/bin/sh
# Ends this task with the exit code given, 0 when none is.
case "\${1:-0}" in *[!0-9]*) echo "usage: finish [exit code]" >&2; exit 2 ;; esac
printf '%s\\n' "\${1:-0}" > "$MILLRACE_RUN/finish.new" && mv "$MILLRACE_RUN/finish.new" "$MILLRACE_RUN/finish"
`;

/** Programs added to the task's own, by name. `own` is the shell's word for the agent's program, seen from `$dir`. */
export function programFiles(own: string): Record<string, string> {
  const role = (called: string) => `dir=$(dirname "$(readlink -f "$0")")/..
export BUN_RUNTIME_TRANSPILER_CACHE_PATH=0
exec ${own} ${called} "$@"
`;
  const conf = `"\${MILLRACE_RUN:-${INSIDE.run}}/../conf"`;
  const standIns = Object.entries(IMAGE_PROGRAMS).map(([name, { title }]) => [
    `${IMAGE_PROGRAMS_DIR}/${name}`,
    `#!/bin/sh\n# Stands in for ${title}.\n${role(`image-program ${conf} ${name}`)}`,
  ]);
  return {
    finish: FINISH,
    [`${LAST_DIR}/python`]: '#!/bin/sh\n# Debian has it by this name alone.\nexec python3 "$@"\n',
    [`${SIMULATED_DIR}/nvidia-smi`]: `#!/bin/sh\n# Shows this task's GPUs, which are simulated.\n${role(`nvidia-smi ${conf}`)}`,
    ...(Object.fromEntries(standIns) as Record<string, string>),
  };
}
