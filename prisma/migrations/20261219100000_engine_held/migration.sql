-- Since when an operator lets an engine be asked for no new places; null: it is asked.
ALTER TABLE "engine" ADD COLUMN "held_at" TIMESTAMPTZ(3);
