-- Accounts that their owners delete: which step of it is next, so that a stopped worker's successor goes on there (decision 0228).
CREATE TABLE "account_deletion" (
    "user_id" INTEGER NOT NULL,
    "step" TEXT NOT NULL DEFAULT 'end-tasks',
    "emails" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_deletion_pkey" PRIMARY KEY ("user_id")
);
ALTER TABLE "account_deletion" ADD CONSTRAINT "account_deletion_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

alter table account_deletion
  alter column emails set not null,
  add constraint account_deletion_step_known check (step in ('end-tasks', 'close', 'remove-cards', 'forget-traces', 'forget-mails', 'done')),
  add constraint account_deletion_closed check ((step in ('end-tasks', 'close')) = (closed_at is null)),
  add constraint account_deletion_done check ((step = 'done') = (done_at is not null) and (step <> 'done' or emails = '{}'));
create index account_deletion_open on account_deletion (asked_at) where done_at is null;
