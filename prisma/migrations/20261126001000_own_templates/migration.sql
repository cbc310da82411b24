-- Templates of tenants: an image by a name of ours or, for whom an admin allows it, by a reference of their own with its
-- registry's credentials, which a task keeps as it keeps the rest; and which variables are secret.
ALTER TABLE "template" ADD COLUMN "image_of" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "secret_names" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "registry_username" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "registry_password_encrypted" TEXT;

ALTER TABLE "task" ADD COLUMN "own_image" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "registry_username" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "registry_password_encrypted" TEXT;

ALTER TABLE "tenant" ADD COLUMN "own_images_at" TIMESTAMPTZ(3);
