-- Which worker hears a node, and how long each of them has been hearing: one that hangs makes none of its nodes silent.
CREATE TABLE "receiver" (
    "worker" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "receiver_pkey" PRIMARY KEY ("worker")
);
ALTER TABLE "node" ADD COLUMN "receiver" TEXT;
