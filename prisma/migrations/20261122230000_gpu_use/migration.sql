-- How many GPUs were held of how many that were in service: each sample adds to its quarter of an hour.
CREATE TABLE "gpu_use" (
    "at" TIMESTAMPTZ(0) NOT NULL,
    "cluster_name" TEXT NOT NULL,
    "gpu_type" TEXT NOT NULL,
    "samples" INTEGER NOT NULL,
    "busy" BIGINT NOT NULL,
    "in_service" BIGINT NOT NULL,

    CONSTRAINT "gpu_use_pkey" PRIMARY KEY ("at", "cluster_name", "gpu_type")
);
