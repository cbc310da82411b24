-- By which a start knows another secret than the one that what is encrypted here needs; null until a start has noted it.
ALTER TABLE "installation" ADD COLUMN "secret_fingerprint" TEXT;
