-- The payment that a movement is about, so that a payment and its whole refund, both unknown here, cancel out.
ALTER TABLE "provider_movement" ADD COLUMN "payment_intent_id" TEXT;
