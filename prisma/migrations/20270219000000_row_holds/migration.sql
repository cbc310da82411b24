-- A row of capacity may have two holds (S11). Workers of the version before keep the one that they know in `hold` until they
-- are replaced; a later migration drops it.
CREATE TABLE "row_hold" (
    "resv_guid" UUID NOT NULL,
    "cluster_name" TEXT NOT NULL,
    "gpu_type" TEXT NOT NULL,
    "node_ids" INTEGER[] NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "row_hold_pkey" PRIMARY KEY ("resv_guid")
);

insert into "row_hold" ("resv_guid", "cluster_name", "gpu_type", "node_ids", "since")
select "resv_guid", "cluster_name", "gpu_type", "node_ids", "since" from "hold";
