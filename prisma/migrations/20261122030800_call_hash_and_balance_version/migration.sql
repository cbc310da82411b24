-- What was asked under an Idempotency-Key, as a hash: another request under it is refused. A call that was kept before
-- this column came has none, matches any request, and is forgotten within a day.
ALTER TABLE "idempotent_call" ADD COLUMN "request_hash" TEXT;

-- A balance is versioned by the time of its reading.
ALTER TABLE "tenant" DROP COLUMN "balance_version";
