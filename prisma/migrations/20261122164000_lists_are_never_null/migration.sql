-- Prisma's lists are columns that may be null. These never are: what reads them relies on that.
ALTER TABLE "cluster" ALTER COLUMN "networks" SET NOT NULL;
ALTER TABLE "placement" ALTER COLUMN "gpus" SET NOT NULL;
ALTER TABLE "hold" ALTER COLUMN "node_ids" SET NOT NULL;
