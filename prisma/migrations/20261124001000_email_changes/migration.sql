-- A change of the email address: confirmed by the new mailbox, and taken back by the old one for seven days (decision 0226).
CREATE TABLE "email_change" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "old_email" TEXT NOT NULL,
    "new_email" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "confirm_hash" TEXT NOT NULL,
    "back_hash" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "confirm_until" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3),
    "back_until" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_change_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "email_change_confirm_hash_key" ON "email_change"("confirm_hash");
CREATE UNIQUE INDEX "email_change_back_hash_key" ON "email_change"("back_hash");
CREATE INDEX "email_change_user_id_idx" ON "email_change"("user_id");
CREATE INDEX "email_change_old_email_idx" ON "email_change"("old_email");
CREATE INDEX "email_change_asked_at_idx" ON "email_change"("asked_at");
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

alter table email_change
  add constraint email_change_state_known check (state in ('waiting', 'changed', 'stopped', 'taken_back')),
  add constraint email_change_is_one check (old_email <> new_email),
  add constraint email_change_changed check ((changed_at is null) = (back_until is null)
    and (state in ('waiting', 'changed')) = (ended_at is null)
    and (state in ('changed', 'taken_back')) = (changed_at is not null));

-- Of two changes at once that one waits which came last; the other one was stopped before it was written.
create unique index email_change_one_waits on email_change (user_id) where state = 'waiting';

-- An address that its former owner may still get back is nobody else's. After the row, so that the unique index of addresses has
-- waited for whoever just gave this one up, and what they wrote is seen.
create function keep_former_address() returns trigger language plpgsql as $$
begin
  if exists (select from email_change c where c.old_email = new.email and c.state = 'changed'
      and c.back_until > now() and c.user_id <> new.id) then
    raise unique_violation using constraint = 'user_account_email_key', table = 'user_account',
      message = 'the address may still be taken back by its former account';
  end if;
  return null;
end $$;

create trigger user_account_former_address after insert or update of email on user_account
  for each row when (new.email is not null) execute function keep_former_address();
