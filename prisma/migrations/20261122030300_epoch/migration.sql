-- Which database this is: a restored backup gets an epoch of its own, which travels with every desired state.
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "epoch" UUID NOT NULL DEFAULT gen_random_uuid(),

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "installation_one" CHECK ("id" = 1)
);

INSERT INTO "installation" DEFAULT VALUES;
