-- Questions and answers, written by staff and read by everyone.
CREATE TABLE "faq_section" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "content" JSONB NOT NULL DEFAULT '[]',
    "version" INTEGER NOT NULL DEFAULT 1,
    "position" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "faq_section_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "faq_section_position_id_idx" ON "faq_section"("position", "id");
ALTER TABLE "faq_section" ADD CONSTRAINT "faq_section_content_is_a_list" CHECK (jsonb_typeof("content") = 'array');

-- What visitors and customers write to us, kept until it is delivered.
CREATE TABLE "feedback" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "url" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "try_after" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "feedback_sent_at_try_after_idx" ON "feedback"("sent_at", "try_after");
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_kind_known" CHECK ("kind" IN ('chat', 'contact'));
