-- A volume made as a copy of another: whose, and which node copies it.
ALTER TABLE "volume" DROP CONSTRAINT "volume_state_known",
  ADD CONSTRAINT "volume_state_known" CHECK ("state" IN ('copying', 'kept', 'unpaid', 'failed', 'deleting', 'deleted')),
  ADD COLUMN "copy_of" UUID,
  ADD COLUMN "copy_node_id" INTEGER,
  ADD CONSTRAINT "volume_copying_is_copy" CHECK ("state" NOT IN ('copying', 'failed') OR "copy_of" IS NOT NULL),
  ADD CONSTRAINT "volume_copying_somewhere" CHECK ("state" <> 'copying' OR "copy_node_id" IS NOT NULL);
ALTER TABLE "volume" ADD CONSTRAINT "volume_copy_of_fkey"
  FOREIGN KEY ("copy_of") REFERENCES "volume"("volume_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "volume" ADD CONSTRAINT "volume_copy_node_id_fkey"
  FOREIGN KEY ("copy_node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "volume_copy_of_idx" ON "volume" ("copy_of");
CREATE INDEX "volume_copy_node_id_idx" ON "volume" ("copy_node_id");

-- Whether a node's agent knows how to copy a volume, as it says.
ALTER TABLE "node" ADD COLUMN "copies_volumes" BOOLEAN NOT NULL DEFAULT false;
