-- Where customers are told by webhook: their endpoints, what is told, to whom it goes and each try of it. The provider's own
-- events, which come in, are another table (webhook_event).
CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "event_types" TEXT[] NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'on',
    "secret" TEXT NOT NULL,
    "secret_at" TIMESTAMPTZ(3) NOT NULL,
    "old_secret" TEXT,
    "old_secret_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "slow" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_endpoint_state_check" CHECK ("state" IN ('on', 'off', 'gone', 'failing', 'deleted'))
);

CREATE INDEX "webhook_endpoint_tenant_id_idx" ON "webhook_endpoint"("tenant_id");
CREATE INDEX "webhook_endpoint_deleted_idx" ON "webhook_endpoint"("id") WHERE state = 'deleted';

CREATE TABLE "webhook_message" (
    "id" UUID NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_message_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "webhook_message_created_at_idx" ON "webhook_message"("created_at");
CREATE INDEX "webhook_message_tenant_id_idx" ON "webhook_message"("tenant_id");

CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "turn" INTEGER NOT NULL DEFAULT 0,
    "try_after" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),
    "error" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_delivery_state_check" CHECK ("state" IN ('waiting', 'delivered', 'failed'))
);

CREATE UNIQUE INDEX "webhook_delivery_message_id_endpoint_id_key" ON "webhook_delivery"("message_id", "endpoint_id");
CREATE INDEX "webhook_delivery_endpoint_id_id_idx" ON "webhook_delivery"("endpoint_id", "id");
CREATE INDEX "webhook_delivery_endpoint_id_state_id_idx" ON "webhook_delivery"("endpoint_id", "state", "id");
-- The worker goes from endpoint to endpoint by it, and takes what is due of each.
CREATE INDEX "webhook_delivery_waiting_idx" ON "webhook_delivery"("endpoint_id", "try_after", "id") WHERE state = 'waiting';

CREATE TABLE "webhook_attempt" (
    "delivery_id" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "error" TEXT NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("delivery_id", "number")
);

ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_tenant_id_fkey" FOREIGN KEY ("tenant_id")
    REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_message" ADD CONSTRAINT "webhook_message_tenant_id_fkey" FOREIGN KEY ("tenant_id")
    REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id")
    REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_message_id_fkey" FOREIGN KEY ("message_id")
    REFERENCES "webhook_message"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id")
    REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
