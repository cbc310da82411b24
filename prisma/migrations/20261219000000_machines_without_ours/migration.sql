-- Our own pilots tell which GPUs of a machine are ours; the engine's list told it late.
ALTER TABLE "engine_node" DROP COLUMN "gpus_ours";
