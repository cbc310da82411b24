-- Conversations with customers and visitors (22.1): feedback, the contact form and mails, answered by staff.
CREATE TABLE "conversation" (
    "id" BIGSERIAL NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" INTEGER,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "assigned_to" INTEGER,
    "waiting_since" TIMESTAMPTZ(3),
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "told" BOOLEAN NOT NULL DEFAULT false,
    "search" TSVECTOR NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conversation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "conversation_source" CHECK ("source" IN ('chat', 'contact', 'mail')),
    CONSTRAINT "conversation_state" CHECK ("state" IN ('open', 'closed')),
    CONSTRAINT "conversation_address" CHECK ("user_id" IS NOT NULL OR "email" <> ''),
    CONSTRAINT "conversation_closed_waits_for_nobody" CHECK ("state" = 'open' OR "waiting_since" IS NULL)
);

CREATE UNIQUE INDEX "conversation_token_key" ON "conversation"("token");
CREATE INDEX "conversation_state_waiting_since_last_at_id_idx" ON "conversation"("state", "waiting_since", "last_at" DESC, "id" DESC);
CREATE INDEX "conversation_assigned_to_state_waiting_since_last_at_id_idx" ON "conversation"("assigned_to", "state", "waiting_since", "last_at" DESC, "id" DESC);
CREATE INDEX "conversation_user_id_last_at_id_idx" ON "conversation"("user_id", "last_at" DESC, "id" DESC);
CREATE INDEX "conversation_email_last_at_idx" ON "conversation"("email", "last_at" DESC);
-- A search reads rare words by their index, and common ones from the newest conversation on.
CREATE INDEX "conversation_search_idx" ON "conversation" USING GIN ("search");
CREATE INDEX "conversation_last_at_id_idx" ON "conversation"("last_at" DESC, "id" DESC);

ALTER TABLE "conversation" ADD CONSTRAINT "conversation_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_assigned_to_fkey"
  FOREIGN KEY ("assigned_to") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "conversation_message" (
    "id" BIGSERIAL NOT NULL,
    "conversation_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "author_id" INTEGER,
    "from_address" TEXT NOT NULL DEFAULT '',
    "message_id" TEXT,
    "is_foreign" BOOLEAN NOT NULL DEFAULT false,
    "is_automatic" BOOLEAN NOT NULL DEFAULT false,
    "url" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conversation_message_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "conversation_message_kind" CHECK ("kind" IN ('customer', 'staff', 'note'))
);

CREATE UNIQUE INDEX "conversation_message_message_id_from_address_key" ON "conversation_message"("message_id", "from_address");
CREATE INDEX "conversation_message_conversation_id_id_idx" ON "conversation_message"("conversation_id", "id");
-- A user who is removed is looked for among the authors.
CREATE INDEX "conversation_message_author_id_idx" ON "conversation_message"("author_id");

ALTER TABLE "conversation_message" ADD CONSTRAINT "conversation_message_conversation_id_fkey"
  FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "conversation_message" ADD CONSTRAINT "conversation_message_author_id_fkey"
  FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Lists of staff do not read through all customers.
CREATE INDEX "user_account_staff_idx" ON "user_account"("id") WHERE "role" <> 'customer';

CREATE TABLE "saved_answer" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "saved_answer_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "saved_answer_name_key" ON "saved_answer"("name");

CREATE TABLE "inbox_reader" (
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "inbox_reader_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "inbox_reader" ADD CONSTRAINT "inbox_reader_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Headers of a mail that is part of a conversation.
ALTER TABLE "mail" ADD COLUMN "reply_to" TEXT NOT NULL DEFAULT '',
ADD COLUMN "message_id" TEXT NOT NULL DEFAULT '',
ADD COLUMN "follows" TEXT[] NOT NULL DEFAULT '{}';
