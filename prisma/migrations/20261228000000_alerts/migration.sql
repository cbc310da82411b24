-- Alerts: channels, rules, what they found, and the messages about it. The first rules are made here, once.
CREATE TABLE "alert_channel" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL DEFAULT '',
    "host" TEXT NOT NULL DEFAULT '',
    "secret" TEXT,
    "signing_secret" TEXT,
    "hourly_max" INTEGER NOT NULL DEFAULT 20,
    "sent_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "error" TEXT NOT NULL DEFAULT '',
    "made_by" INTEGER,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_channel_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "alert_channel_kind" CHECK ("kind" IN ('mail', 'webhook', 'pagerduty', 'slack', 'teams')),
    CONSTRAINT "alert_channel_hourly_max" CHECK ("hourly_max" BETWEEN 1 AND 1000)
);

CREATE UNIQUE INDEX "alert_channel_name" ON "alert_channel"("name") WHERE "deleted_at" IS NULL;

CREATE TABLE "alert_rule" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "figure" TEXT NOT NULL,
    "comparison" TEXT NOT NULL,
    "threshold" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "for_minutes" INTEGER NOT NULL DEFAULT 0,
    "scope" TEXT NOT NULL DEFAULT 'all',
    "scope_value" TEXT NOT NULL DEFAULT '',
    "severity" TEXT NOT NULL,
    "remind_minutes" INTEGER,
    "quiet_from" INTEGER,
    "quiet_to" INTEGER,
    "quiet_zone" TEXT NOT NULL DEFAULT 'UTC',
    "is_on" BOOLEAN NOT NULL DEFAULT true,
    "fault" TEXT NOT NULL DEFAULT '',
    "fired_at" TIMESTAMPTZ(3),
    "changed_by" INTEGER,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_rule_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "alert_rule_comparison" CHECK ("comparison" IN ('above', 'below', 'is')),
    CONSTRAINT "alert_rule_severity" CHECK ("severity" IN ('info', 'warning', 'critical')),
    CONSTRAINT "alert_rule_scope" CHECK ("scope" IN ('all', 'cluster', 'gpu-type', 'rack', 'label')),
    CONSTRAINT "alert_rule_for_minutes" CHECK ("for_minutes" BETWEEN 0 AND 10080),
    CONSTRAINT "alert_rule_remind_minutes" CHECK ("remind_minutes" BETWEEN 5 AND 10080),
    CONSTRAINT "alert_rule_quiet" CHECK (("quiet_from" IS NULL) = ("quiet_to" IS NULL)
      AND "quiet_from" BETWEEN 0 AND 1439 AND "quiet_to" BETWEEN 0 AND 1439 AND "quiet_from" <> "quiet_to" OR "quiet_from" IS NULL)
);

CREATE UNIQUE INDEX "alert_rule_name" ON "alert_rule"("name") WHERE "deleted_at" IS NULL;

CREATE TABLE "alert_rule_channel" (
    "rule_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,

    CONSTRAINT "alert_rule_channel_pkey" PRIMARY KEY ("rule_id", "channel_id")
);

CREATE INDEX "alert_rule_channel_channel_id_idx" ON "alert_rule_channel"("channel_id");

CREATE TABLE "alert" (
    "id" SERIAL NOT NULL,
    "rule_id" INTEGER NOT NULL,
    "rule_name" TEXT NOT NULL,
    "figure" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "cluster" TEXT NOT NULL DEFAULT '',
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" INTEGER,
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "alert_open" ON "alert"("rule_id", "cluster") WHERE "resolved_at" IS NULL;
CREATE INDEX "alert_rule_id_idx" ON "alert"("rule_id");
CREATE INDEX "alert_resolved_at_id_idx" ON "alert"("resolved_at", "id");

CREATE TABLE "alert_cause" (
    "id" BIGSERIAL NOT NULL,
    "rule_id" INTEGER NOT NULL,
    "alert_id" INTEGER,
    "cause" TEXT NOT NULL,
    "cluster" TEXT NOT NULL DEFAULT '',
    "label" TEXT NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_cause_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "alert_cause_open" ON "alert_cause"("rule_id", "cause") WHERE "resolved_at" IS NULL;
CREATE INDEX "alert_cause_alert_id_idx" ON "alert_cause"("alert_id");

CREATE TABLE "alert_told" (
    "alert_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "over_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_told_pkey" PRIMARY KEY ("alert_id", "channel_id")
);

CREATE INDEX "alert_told_channel_id_idx" ON "alert_told"("channel_id");
CREATE INDEX "alert_told_waiting" ON "alert_told"("alert_id") WHERE "over_at" IS NULL;

CREATE TABLE "alert_message" (
    "id" BIGSERIAL NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "alert_id" INTEGER,
    "kind" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "try_after" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "alert_message_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "alert_message_state" CHECK ("state" IN ('waiting', 'sent', 'failed'))
);

CREATE INDEX "alert_message_channel_id_created_at_idx" ON "alert_message"("channel_id", "created_at");
CREATE INDEX "alert_message_alert_id_idx" ON "alert_message"("alert_id");
CREATE INDEX "alert_message_waiting" ON "alert_message"("try_after") WHERE "state" = 'waiting';

ALTER TABLE "alert_channel" ADD CONSTRAINT "alert_channel_made_by_fkey"
  FOREIGN KEY ("made_by") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_changed_by_fkey"
  FOREIGN KEY ("changed_by") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "alert_rule_channel" ADD CONSTRAINT "alert_rule_channel_rule_id_fkey"
  FOREIGN KEY ("rule_id") REFERENCES "alert_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alert_rule_channel" ADD CONSTRAINT "alert_rule_channel_channel_id_fkey"
  FOREIGN KEY ("channel_id") REFERENCES "alert_channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alert" ADD CONSTRAINT "alert_rule_id_fkey"
  FOREIGN KEY ("rule_id") REFERENCES "alert_rule"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "alert" ADD CONSTRAINT "alert_acknowledged_by_fkey"
  FOREIGN KEY ("acknowledged_by") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "alert_cause" ADD CONSTRAINT "alert_cause_rule_id_fkey"
  FOREIGN KEY ("rule_id") REFERENCES "alert_rule"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "alert_cause" ADD CONSTRAINT "alert_cause_alert_id_fkey"
  FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alert_told" ADD CONSTRAINT "alert_told_alert_id_fkey"
  FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alert_told" ADD CONSTRAINT "alert_told_channel_id_fkey"
  FOREIGN KEY ("channel_id") REFERENCES "alert_channel"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_channel_id_fkey"
  FOREIGN KEY ("channel_id") REFERENCES "alert_channel"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_alert_id_fkey"
  FOREIGN KEY ("alert_id") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "alert_channel" ("name", "kind", "made_at") VALUES ('Operators and admins', 'mail', now());

INSERT INTO "alert_rule" ("name", "figure", "comparison", "threshold", "for_minutes", "severity", "remind_minutes", "changed_at") VALUES
  ('A cluster is silent', 'cluster.silent', 'is', 0, 0, 'critical', NULL, now()),
  ('A scheduler cannot be asked', 'cluster.scheduler-away', 'is', 0, 10, 'critical', NULL, now()),
  ('A node is dead', 'node.dead', 'is', 0, 2, 'critical', NULL, now()),
  ('A node reports errors', 'node.error', 'is', 0, 10, 'warning', NULL, now()),
  ('A node falls silent too often', 'node.flapping', 'is', 0, 0, 'warning', NULL, now()),
  ('A disk is nearly full', 'node.disk-free', 'below', 20, 10, 'warning', NULL, now()),
  ('A GPU is too hot', 'gpu.temperature', 'above', 90, 10, 'warning', NULL, now()),
  ('A GPU is slowed down by heat', 'gpu.slowed-by-heat', 'above', 50, 10, 'warning', NULL, now()),
  ('A GPU has memory errors', 'gpu.ecc-uncorrected', 'above', 0, 0, 'warning', NULL, now()),
  ('No GPU of a type is free', 'fleet.free-gpus', 'below', 1, 60, 'info', NULL, now()),
  ('Tasks wait for long', 'fleet.longest-wait', 'above', 120, 0, 'warning', NULL, now()),
  ('Our books differ', 'money.differences', 'above', 0, 0, 'critical', NULL, now()),
  ('Card payments are refused', 'money.refused-payments', 'above', 10, 0, 'warning', NULL, now()),
  ('Mail cannot be sent', 'service.unsent-mails', 'above', 0, 15, 'warning', NULL, now()),
  ('Webhooks fail', 'service.failing-webhooks', 'above', 5, 15, 'warning', NULL, now()),
  ('An alert channel fails', 'service.failing-channels', 'is', 0, 5, 'critical', NULL, now());

INSERT INTO "alert_rule_channel" ("rule_id", "channel_id")
SELECT rule.id, channel.id FROM "alert_rule" rule, "alert_channel" channel WHERE rule."severity" <> 'info';
