-- Requests for which the payment provider refuses our key, until one of them is accepted.
CREATE TABLE "provider_refusal" (
    "call" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_refusal_pkey" PRIMARY KEY ("call")
);

ALTER TABLE "reconcile_check" DROP CONSTRAINT "reconcile_check_state_known",
  ADD CONSTRAINT "reconcile_check_state_known" CHECK ("state" IN ('well', 'differs', 'silent', 'refused', 'failed', 'off'));
