-- Fingerprints of the public keys that the task's own server accepts, as its agent reports; null from older agents.
ALTER TABLE "placement" ADD COLUMN "ssh_keys" TEXT[];

-- Load of each GPU, in the order of the placement's ids; null where GPUs are simulated.
ALTER TABLE "task_load" ADD COLUMN "gpu_busy_each" DOUBLE PRECISION[];
ALTER TABLE "task_load" ADD COLUMN "gpu_mem_mb_each" DOUBLE PRECISION[];
