-- The node of each GPU, by its UUID: of two agents that report the same GPU only one takes tasks.
CREATE TABLE "node_gpu" (
    "uuid" TEXT NOT NULL,
    "node_id" INTEGER NOT NULL,

    CONSTRAINT "node_gpu_pkey" PRIMARY KEY ("uuid")
);
CREATE INDEX "node_gpu_node_id_idx" ON "node_gpu" ("node_id");
ALTER TABLE "node_gpu" ADD CONSTRAINT "node_gpu_node_id_fkey"
  FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE CASCADE ON UPDATE CASCADE;
