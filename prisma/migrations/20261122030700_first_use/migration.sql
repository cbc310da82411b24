-- What a GPU type is and what comes with it, as texts of the catalogue (contract A1).
ALTER TABLE "price"
    ADD COLUMN "name" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "memory" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "cores" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "single_precision" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "cpu" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "ram" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "disk" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "network" TEXT NOT NULL DEFAULT '';

-- The types of the catalogue as delivered; a new database gets them from its seed.
UPDATE "price" SET
    "name" = facts.name, "memory" = facts.memory, "cores" = facts.cores, "single_precision" = facts.single_precision,
    "cpu" = 'Xeon, 32 vCPU', "ram" = '16 GB per GPU', "disk" = '200 GB SSD per GPU', "network" = facts.network
FROM (VALUES
    ('a5000', 'NVIDIA RTX A5000', '24 GB', '8192', '27.8 TFLOPS', '200 Gbit/s InfiniBand'),
    ('a100', 'NVIDIA A100', '80 GB', '6912', '19.5 TFLOPS', 'Standard Ethernet'),
    ('h100', 'NVIDIA H100', '80 GB', '16896', '66.9 TFLOPS', '200 Gbit/s InfiniBand')
) AS facts (gpu_type, name, memory, cores, single_precision, network)
WHERE "price"."gpu_type" = facts.gpu_type;

-- The session in which a registration was made: where its link is opened in that browser, it also logs in.
ALTER TABLE "mail_link" ADD COLUMN "session_id" TEXT;
