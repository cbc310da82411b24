-- Ports of ours by which customers reach the SSH servers of tasks on nodes that only call out.
ALTER TABLE "node" ADD COLUMN "ssh_gateway" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "ssh_port" (
  "port" INTEGER NOT NULL,
  "placement_id" UUID NOT NULL,
  CONSTRAINT "ssh_port_pkey" PRIMARY KEY ("port")
);
CREATE UNIQUE INDEX "ssh_port_placement_id_key" ON "ssh_port"("placement_id");
ALTER TABLE "ssh_port" ADD CONSTRAINT "ssh_port_placement_id_fkey" FOREIGN KEY ("placement_id") REFERENCES "placement"("placement_id") ON DELETE CASCADE ON UPDATE CASCADE;
