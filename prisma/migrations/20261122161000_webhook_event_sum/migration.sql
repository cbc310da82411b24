-- How many of the provider's events came to which end, counted by the transaction that ends each: events are kept for
-- ever, so that none is done twice, and /metrics is not to read them all.
CREATE TABLE "webhook_event_sum" (
    "type" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "events" INTEGER NOT NULL,

    CONSTRAINT "webhook_event_sum_pkey" PRIMARY KEY ("type", "state")
) WITH (fillfactor = 50);

insert into webhook_event_sum (type, state, events)
select type, state, count(*) from webhook_event where state <> 'received' group by type, state;

-- The nightly pruning finds what still has a payload, and passes over the years whose payloads are gone.
DROP INDEX "webhook_event_received_at_idx";
CREATE INDEX "webhook_event_payload_since_idx" ON "webhook_event" ((CASE WHEN "payload" <> '{}' THEN "received_at" END));
