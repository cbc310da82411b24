-- Who added a card, and whether the provider is still to be told that it is gone. Who added those that are there nobody
-- wrote down: they are the owner's.
ALTER TABLE "card" ADD COLUMN "user_id" INTEGER;
ALTER TABLE "card" ADD COLUMN "detach_due" BOOLEAN NOT NULL DEFAULT false;
update card c set user_id = m.user_id from member m where m.tenant_id = c.tenant_id and m.role = 'owner';
create index card_detach_due on card (removed_at) where detach_due;
