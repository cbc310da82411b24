-- Maintenance without an end lasts until staff set Norm.
ALTER TABLE "maintenance_window" ALTER COLUMN "to_at" DROP NOT NULL;
