-- A task that started inside the fence of another one, because it declares its end (S16), does not put that off meanwhile.
ALTER TABLE "placement" ADD COLUMN "inside_fence" BOOLEAN NOT NULL DEFAULT false;
