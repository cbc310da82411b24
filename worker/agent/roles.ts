/**
 * Other roles of the agent's program: the parts of one task, each a separate process, and the copying of itself into a
 * folder. Each loads only what it needs, because a task starts two of them.
 */
const ROLES = {
  unpack: async ([dir = ""]: string[]) => (await import("./inside/unpacked")).unpack(dir),
  keeper: async ([planFile = ""]: string[]) => (await import("./keeper/keep")).keepTask(planFile),
  "task-server": async () => (await import("./ssh/from-environment")).taskServer(),
  "nvidia-smi": async (args: string[]) => (await import("./simulated/nvidia-smi")).nvidiaSmi(args),
  "image-program": async (args: string[]) => (await import("./simulated/image-program")).imageProgram(args),
};
export type Role = keyof typeof ROLES;

/** Plays the role that the command line names. Returns false if it names none. */
export function playRole(): boolean {
  const at = process.argv.findIndex((argument) => argument in ROLES);
  if (at < 0) return false;
  void ROLES[process.argv[at] as Role](process.argv.slice(at + 1));
  return true;
}
