import { z } from "zod";

/** The newest simulated load of a task, where its `nvidia-smi` reads it: in the folder `conf`. */
export const GPU_LOAD_FILE = "gpu-load.json";
export const gpuLoadSchema = z.object({ busy: z.array(z.number()), memMb: z.array(z.number()) });
