-- The machines of a place, as its engine first told them: one on which no agent began is avoided for a while.
ALTER TABLE "engine_place" ADD COLUMN "hosts" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
