-- Waits of comparable tasks are looked up by cluster, GPU type and the time of placement.
CREATE INDEX "task_cluster_name_gpu_type_placed_at_idx" ON "task"("cluster_name", "gpu_type", "placed_at");
