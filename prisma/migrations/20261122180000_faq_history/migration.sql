-- A section is hidden before it is gone, so that deleting it can be undone, and every change of one leaves what it was
-- changed into: nothing that somebody wrote is lost by what somebody else saves.
ALTER TABLE "faq_section" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

CREATE TABLE "faq_revision" (
    "section_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "act" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "followed_by" INTEGER,
    "user_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "faq_revision_pkey" PRIMARY KEY ("section_id", "version"),
    CONSTRAINT "faq_revision_act_check" CHECK ("act" IN ('add', 'save', 'restore', 'delete', 'undelete', 'move'))
);

CREATE INDEX "faq_revision_at_idx" ON "faq_revision"("at");

ALTER TABLE "faq_revision" ADD CONSTRAINT "faq_revision_section_id_fkey" FOREIGN KEY ("section_id")
    REFERENCES "faq_section"("id") ON DELETE CASCADE ON UPDATE CASCADE;

insert into faq_revision (section_id, version, act, title, content, at)
select id, version, 'add', title, content, updated_at from faq_section;
