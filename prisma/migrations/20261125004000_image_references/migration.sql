-- What nodes that run containers pull for an image, exactly which content of it, and with whose credentials.
ALTER TABLE "image"
  ADD COLUMN "reference" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "digest" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "registry_username" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "registry_password_encrypted" TEXT,
  ADD CONSTRAINT "image_digest_names_content" CHECK ("digest" ~ '^(sha256:[0-9a-f]{64})?$' AND ("digest" = '' OR "reference" <> ''));

-- Images of the first catalogue, where they are still what they were.
UPDATE "image" SET "reference" = known.reference
FROM (VALUES
  ('ubuntu22-cuda12', 'docker.io/nvidia/cuda:12.6.3-base-ubuntu22.04'),
  ('ubuntu24-cuda12', 'docker.io/nvidia/cuda:12.6.3-base-ubuntu24.04'),
  ('pytorch2-cuda12', 'docker.io/pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime'),
  ('ubuntu20-cuda11', 'docker.io/nvidia/cuda:11.8.0-base-ubuntu20.04')
) AS known(tenant_image, reference)
WHERE "image"."tenant_image" = known.tenant_image;
