-- Images that nodes have and need not pull, as their agents say: placement prefers those nodes.
CREATE TABLE "node_image" (
    "node_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "node_image_pkey" PRIMARY KEY ("node_id", "name")
);
CREATE INDEX "node_image_name_idx" ON "node_image" ("name");
ALTER TABLE "node_image" ADD CONSTRAINT "node_image_node_id_fkey"
  FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE CASCADE ON UPDATE CASCADE;
