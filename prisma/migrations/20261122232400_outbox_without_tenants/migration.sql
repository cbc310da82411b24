-- Nobody has read it since each process sends for itself.
ALTER TABLE "outbox" DROP COLUMN "tenant_id";
