import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const rank = z.coerce.number().int().min(0).max(63).default(0);
/** Slurm's form of a list: `0,1` or `0-3,6`. */
const gpuNumbers = z
  .string()
  .regex(/^(\d+(-\d+)?(,\d+(-\d+)?)*)?$/, "numbers and ranges with commas between them, such as 0-3,6")
  .default("")
  .transform((text) => text.split(",").filter(Boolean).flatMap(numbersOf))
  .pipe(z.array(z.number()).max(16));

const PlaceVariables = z.object({
  token: z.string({ error: "MILLRACE_PLACE_TOKEN is missing: an engine starts pilots, with the token of their place" }),
  id: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .default("place"),
  rank,
  host: z.string().max(255).default(""),
  gpus: gpuNumbers,
  /** Number of its job; empty at an engine that does not number them. */
  job: z.string().max(64).default(""),
});

/** The facts that an engine passes to an agent that it starts. */
export type Place = z.infer<typeof PlaceVariables> & {
  /** Its folder, which it removes at the end. */
  dir: string;
};

/**
 * Reads the place from the environment of a Slurm job or from `MILLRACE_PLACE_…`, which takes precedence, and removes
 * the token from the environment. Gives the agent a folder of its own whose name nobody can guess: others may write to
 * the folder above it, or use the same job numbers. @throws Error that names what is missing.
 */
export function takePlace(environment: NodeJS.ProcessEnv): Place {
  const of = (...names: string[]) => names.map((name) => environment[name]).find(Boolean);
  const read = PlaceVariables.safeParse({
    token: of("MILLRACE_PLACE_TOKEN"),
    id: of("MILLRACE_PLACE_ID", "SLURM_JOB_ID"),
    rank: of("MILLRACE_PLACE_RANK", "SLURM_NODEID"),
    host: of("MILLRACE_PLACE_HOST", "SLURMD_NODENAME"),
    gpus: of("MILLRACE_PLACE_GPUS", "SLURM_STEP_GPUS", "SLURM_JOB_GPUS"),
    job: of("SLURM_JOB_ID"),
  });
  delete environment["MILLRACE_PLACE_TOKEN"];
  if (!read.success) throw new Error(z.prettifyError(read.error));
  const { id, rank } = read.data;
  const dir = join(
    of("MILLRACE_PLACE_DIR", "TMPDIR") ?? tmpdir(),
    `mr-${id}-${rank}-${randomBytes(4).toString("hex")}`,
  );
  environment["MILLRACE_DATA_DIR"] = dir;
  return { ...read.data, dir };
}

function numbersOf(range: string): number[] {
  const [first = 0, last = first] = range.split("-").map(Number);
  return Array.from({ length: Math.max(0, Math.min(last - first + 1, 64)) }, (_, index) => first + index);
}
