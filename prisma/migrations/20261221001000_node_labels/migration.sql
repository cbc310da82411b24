-- Names that operators give to a machine: its rack, and labels.
ALTER TABLE "node" ADD COLUMN "rack" TEXT NOT NULL DEFAULT '', ADD COLUMN "labels" TEXT[] NOT NULL DEFAULT '{}';
