-- A member of staff who sees a customer's screens: the session is at that tenant until then, with a reader's rights.
ALTER TABLE "session" ADD COLUMN "view_tenant_id" INTEGER;
ALTER TABLE "session" ADD COLUMN "view_until" TIMESTAMPTZ(3);

ALTER TABLE "session" ADD CONSTRAINT "session_view_tenant_id_fkey"
  FOREIGN KEY ("view_tenant_id") REFERENCES "tenant"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE INDEX "session_view_tenant_id_idx" ON "session"("view_tenant_id");
