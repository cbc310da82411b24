-- A rehearsal that Millrace makes by itself, for advice: the candidates, one for each variant. One at a time.
ALTER TABLE "rehearsal" ADD COLUMN "advice" JSONB;
CREATE UNIQUE INDEX "rehearsal_advice_open" ON "rehearsal" (("advice" IS NOT NULL))
    WHERE "advice" IS NOT NULL AND "state" IN ('waiting', 'running');

-- When it last looked for what to rehearse.
CREATE TABLE "advice_look" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "advice_look_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "advice_look_once" CHECK ("id" = 1)
);
