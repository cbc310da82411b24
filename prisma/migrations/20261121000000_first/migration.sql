-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "tenant" (
    "id" SERIAL NOT NULL,
    "tenant_name" TEXT NOT NULL,
    "company" TEXT NOT NULL DEFAULT '',
    "tax" TEXT NOT NULL DEFAULT '',
    "street" TEXT NOT NULL DEFAULT '',
    "street2" TEXT NOT NULL DEFAULT '',
    "postal" TEXT NOT NULL DEFAULT '',
    "city" TEXT NOT NULL DEFAULT '',
    "country" TEXT NOT NULL DEFAULT '',
    "region" TEXT NOT NULL DEFAULT '',
    "balance_version" INTEGER NOT NULL DEFAULT 0,
    "low_balance" TEXT NOT NULL DEFAULT 'none',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_account" (
    "id" SERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "password_hash" TEXT,
    "role" TEXT NOT NULL DEFAULT 'customer',
    "provider" TEXT NOT NULL DEFAULT 'email',
    "state" TEXT NOT NULL DEFAULT 'unverified',
    "codify_subscription_status" TEXT NOT NULL DEFAULT 'none',
    "source" TEXT NOT NULL DEFAULT 'unknown',
    "source_text" TEXT NOT NULL DEFAULT '',
    "totp_secret" TEXT,
    "totp_confirmed_at" TIMESTAMPTZ(3),
    "last_login_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "user_id" INTEGER,
    "page_token" TEXT NOT NULL,
    "remember" BOOLEAN NOT NULL DEFAULT false,
    "flash" JSONB,
    "ip" TEXT NOT NULL DEFAULT '',
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "login_at" TIMESTAMPTZ(3),
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "scope" TEXT NOT NULL DEFAULT 'full',
    "hash" TEXT NOT NULL,
    "encrypted" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ssh_key" (
    "id" SERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "comment" TEXT NOT NULL DEFAULT '',
    "fingerprint" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ssh_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_comment" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "author_id" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comment_vote" (
    "comment_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "comment_vote_pkey" PRIMARY KEY ("comment_id","user_id")
);

-- CreateTable
CREATE TABLE "audit_row" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_row_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cluster" (
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "networks" TEXT[],

    CONSTRAINT "cluster_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "price" (
    "gpu_type" TEXT NOT NULL,
    "pph_cents" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_pkey" PRIMARY KEY ("gpu_type")
);

-- CreateTable
CREATE TABLE "image" (
    "tenant_image" TEXT NOT NULL,
    "os_name" TEXT NOT NULL,
    "os_experimental" BOOLEAN NOT NULL DEFAULT false,
    "os_deprecated" BOOLEAN NOT NULL DEFAULT false,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "image_pkey" PRIMARY KEY ("tenant_image")
);

-- CreateTable
CREATE TABLE "node" (
    "id" SERIAL NOT NULL,
    "node_name" TEXT NOT NULL,
    "node_key" TEXT NOT NULL,
    "cluster_name" TEXT NOT NULL,
    "node_type" TEXT NOT NULL,
    "gpu_type" TEXT NOT NULL,
    "gpus" INTEGER NOT NULL,
    "ip_internal" TEXT NOT NULL,
    "ip_public" TEXT,
    "port" INTEGER NOT NULL,
    "drain" INTEGER NOT NULL DEFAULT 0,
    "health" TEXT NOT NULL DEFAULT 'new',
    "simulated" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 0,
    "enrolled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),
    "agent_key_hash" TEXT NOT NULL,
    "old_key_hash" TEXT,
    "old_key_until" TIMESTAMPTZ(3),
    "boot_id" TEXT NOT NULL DEFAULT '',
    "observed_seq" BIGINT NOT NULL DEFAULT 0,
    "desired_version" INTEGER NOT NULL DEFAULT 1,
    "acked_version" INTEGER NOT NULL DEFAULT 0,
    "reported_at" TIMESTAMPTZ(3),
    "reported_ts_dead" INTEGER,
    "sysinfo" JSONB,
    "ibs_active" INTEGER NOT NULL DEFAULT 0,
    "sysinfo_version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "node_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "enrolment_token" (
    "id" SERIAL NOT NULL,
    "hash" TEXT NOT NULL,
    "cluster_name" TEXT NOT NULL,
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),
    "node_name" TEXT,

    CONSTRAINT "enrolment_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task" (
    "resv_guid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" INTEGER NOT NULL,
    "created_by_id" INTEGER,
    "task_name" TEXT NOT NULL,
    "cluster_name" TEXT NOT NULL,
    "gpu_type" TEXT NOT NULL,
    "gpus_min" INTEGER NOT NULL,
    "gpus_max" INTEGER NOT NULL DEFAULT 0,
    "gpus_incr" INTEGER NOT NULL DEFAULT 1,
    "gpus_granted" INTEGER NOT NULL DEFAULT 0,
    "tenant_image" TEXT NOT NULL,
    "network" TEXT NOT NULL DEFAULT 'ethernet',
    "agent" TEXT NOT NULL DEFAULT 'no-agent',
    "ssh_public_key" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "stop_target" TEXT,
    "reason" TEXT NOT NULL DEFAULT '',
    "exit_code" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "wait_reason" TEXT NOT NULL DEFAULT '',
    "position" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "ssh_addr" TEXT NOT NULL DEFAULT '',
    "ssh_host_key" TEXT NOT NULL DEFAULT '',
    "accepted_gpu_pph" INTEGER NOT NULL,
    "pph" INTEGER NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "state_at" TIMESTAMPTZ(3) NOT NULL,
    "placed_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "charged_to" TIMESTAMPTZ(3),
    "charged_seconds" INTEGER NOT NULL DEFAULT 0,
    "stop_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "billed_cents" INTEGER NOT NULL DEFAULT 0,
    "incidents" INTEGER NOT NULL DEFAULT 0,
    "idle_since" TIMESTAMPTZ(3),

    CONSTRAINT "task_pkey" PRIMARY KEY ("resv_guid")
);

-- CreateTable
CREATE TABLE "placement" (
    "placement_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "resv_guid" UUID NOT NULL,
    "node_id" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "rank" INTEGER NOT NULL DEFAULT 0,
    "gpus" INTEGER[],
    "state" TEXT NOT NULL DEFAULT 'assigned',
    "run" BOOLEAN NOT NULL DEFAULT true,
    "desired_version" INTEGER NOT NULL,
    "assigned_at" TIMESTAMPTZ(3) NOT NULL,
    "running_at" TIMESTAMPTZ(3),
    "seen_running_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "incident" BOOLEAN NOT NULL DEFAULT false,
    "ssh_addr" TEXT NOT NULL DEFAULT '',
    "ssh_host_key" TEXT NOT NULL DEFAULT '',
    "exit_code" INTEGER,
    "message" TEXT NOT NULL DEFAULT '',
    "simulated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "placement_pkey" PRIMARY KEY ("placement_id")
);

-- CreateTable
CREATE TABLE "held_gpu" (
    "node_id" INTEGER NOT NULL,
    "gpu" INTEGER NOT NULL,
    "placement_id" UUID NOT NULL,

    CONSTRAINT "held_gpu_pkey" PRIMARY KEY ("node_id","gpu")
);

-- CreateTable
CREATE TABLE "hold" (
    "cluster_name" TEXT NOT NULL,
    "gpu_type" TEXT NOT NULL,
    "resv_guid" UUID NOT NULL,
    "node_ids" INTEGER[],
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "hold_pkey" PRIMARY KEY ("cluster_name","gpu_type")
);

-- CreateTable
CREATE TABLE "task_event" (
    "id" BIGSERIAL NOT NULL,
    "resv_guid" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "from_state" TEXT NOT NULL,
    "to_state" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "task_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_log" (
    "resv_guid" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "placement_id" UUID NOT NULL,
    "agent_seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "stream" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "task_log_pkey" PRIMARY KEY ("resv_guid","seq")
);

-- CreateTable
CREATE TABLE "task_load" (
    "resv_guid" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "placement_id" UUID NOT NULL,
    "gpu_busy" DOUBLE PRECISION,
    "gpu_mem_mb" DOUBLE PRECISION,
    "cpu_pct" DOUBLE PRECISION NOT NULL,
    "mem_mb" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "task_load_pkey" PRIMARY KEY ("placement_id","at")
);

-- CreateTable
CREATE TABLE "idempotent_call" (
    "tenant_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "answer" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_call_pkey" PRIMARY KEY ("tenant_id","key")
);

-- CreateTable
CREATE TABLE "ledger_account" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "tenant_id" INTEGER,
    "balance" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ledger_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_transaction" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "tenant_id" INTEGER,
    "resv_guid" UUID,
    "description" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_transaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" BIGSERIAL NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "units" BIGINT NOT NULL,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_charge" (
    "resv_guid" UUID NOT NULL,
    "from_ts" TIMESTAMPTZ(0) NOT NULL,
    "to_ts" TIMESTAMPTZ(0) NOT NULL,
    "units" BIGINT NOT NULL,
    "transaction_id" BIGINT NOT NULL,

    CONSTRAINT "task_charge_pkey" PRIMARY KEY ("resv_guid","from_ts")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "entity" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "tenant_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "retcode" TEXT NOT NULL DEFAULT 'OK',
    "human_readable_message" TEXT NOT NULL,
    "url" TEXT NOT NULL DEFAULT '',
    "cause" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail" (
    "id" BIGSERIAL NOT NULL,
    "to_address" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_tick" (
    "job" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "worker" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "job_tick_pkey" PRIMARY KEY ("job")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenant_tenant_name_key" ON "tenant"("tenant_name");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_email_key" ON "user_account"("email");

-- CreateIndex
CREATE INDEX "user_account_tenant_id_idx" ON "user_account"("tenant_id");

-- CreateIndex
CREATE INDEX "user_account_created_at_idx" ON "user_account"("created_at");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_user_id_idx" ON "api_key"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "ssh_key_tenant_id_fingerprint_key" ON "ssh_key"("tenant_id", "fingerprint");

-- CreateIndex
CREATE INDEX "user_comment_user_id_idx" ON "user_comment"("user_id");

-- CreateIndex
CREATE INDEX "audit_row_at_idx" ON "audit_row"("at");

-- CreateIndex
CREATE UNIQUE INDEX "node_node_name_key" ON "node"("node_name");

-- CreateIndex
CREATE UNIQUE INDEX "node_node_key_key" ON "node"("node_key");

-- CreateIndex
CREATE INDEX "node_cluster_name_gpu_type_idx" ON "node"("cluster_name", "gpu_type");

-- CreateIndex
CREATE UNIQUE INDEX "enrolment_token_hash_key" ON "enrolment_token"("hash");

-- CreateIndex
CREATE INDEX "task_tenant_id_accepted_at_idx" ON "task"("tenant_id", "accepted_at");

-- CreateIndex
CREATE INDEX "task_finished_at_idx" ON "task"("finished_at");

-- CreateIndex
CREATE INDEX "task_state_idx" ON "task"("state");

-- CreateIndex
CREATE INDEX "placement_resv_guid_idx" ON "placement"("resv_guid");

-- CreateIndex
CREATE INDEX "placement_node_id_ended_at_idx" ON "placement"("node_id", "ended_at");

-- CreateIndex
CREATE INDEX "held_gpu_placement_id_idx" ON "held_gpu"("placement_id");

-- CreateIndex
CREATE UNIQUE INDEX "hold_resv_guid_key" ON "hold"("resv_guid");

-- CreateIndex
CREATE INDEX "task_event_resv_guid_id_idx" ON "task_event"("resv_guid", "id");

-- CreateIndex
CREATE INDEX "task_log_at_idx" ON "task_log"("at");

-- CreateIndex
CREATE UNIQUE INDEX "task_log_placement_id_agent_seq_key" ON "task_log"("placement_id", "agent_seq");

-- CreateIndex
CREATE INDEX "task_load_resv_guid_at_idx" ON "task_load"("resv_guid", "at");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_account_name_key" ON "ledger_account"("name");

-- CreateIndex
CREATE INDEX "ledger_account_tenant_id_idx" ON "ledger_account"("tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transaction_key_key" ON "ledger_transaction"("key");

-- CreateIndex
CREATE INDEX "ledger_transaction_tenant_id_at_idx" ON "ledger_transaction"("tenant_id", "at");

-- CreateIndex
CREATE INDEX "ledger_transaction_resv_guid_idx" ON "ledger_transaction"("resv_guid");

-- CreateIndex
CREATE INDEX "ledger_transaction_at_idx" ON "ledger_transaction"("at");

-- CreateIndex
CREATE INDEX "ledger_entry_transaction_id_idx" ON "ledger_entry"("transaction_id");

-- CreateIndex
CREATE INDEX "ledger_entry_account_id_id_idx" ON "ledger_entry"("account_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "notification_cause_key" ON "notification"("cause");

-- CreateIndex
CREATE INDEX "notification_tenant_id_at_idx" ON "notification"("tenant_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "mail_cause_key" ON "mail"("cause");

-- AddForeignKey
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ssh_key" ADD CONSTRAINT "ssh_key_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_comment" ADD CONSTRAINT "user_comment_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_comment" ADD CONSTRAINT "user_comment_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_vote" ADD CONSTRAINT "comment_vote_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "user_comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_vote" ADD CONSTRAINT "comment_vote_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node" ADD CONSTRAINT "node_cluster_name_fkey" FOREIGN KEY ("cluster_name") REFERENCES "cluster"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "placement" ADD CONSTRAINT "placement_resv_guid_fkey" FOREIGN KEY ("resv_guid") REFERENCES "task"("resv_guid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "placement" ADD CONSTRAINT "placement_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_gpu" ADD CONSTRAINT "held_gpu_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_gpu" ADD CONSTRAINT "held_gpu_placement_id_fkey" FOREIGN KEY ("placement_id") REFERENCES "placement"("placement_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_event" ADD CONSTRAINT "task_event_resv_guid_fkey" FOREIGN KEY ("resv_guid") REFERENCES "task"("resv_guid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotent_call" ADD CONSTRAINT "idempotent_call_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "ledger_transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_charge" ADD CONSTRAINT "task_charge_resv_guid_fkey" FOREIGN KEY ("resv_guid") REFERENCES "task"("resv_guid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

