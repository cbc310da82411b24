-- What the first day made, as one: tables as Prisma writes them, then the rules that it has no words for.

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
    "totp_last_step" INTEGER NOT NULL DEFAULT 0,
    "suspended_reason" TEXT NOT NULL DEFAULT '',
    "contested" BOOLEAN NOT NULL DEFAULT false,
    "last_login_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_link" (
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_link_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "user_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("user_id","hash")
);

-- CreateTable
CREATE TABLE "pending_login" (
    "session_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "remember" BOOLEAN NOT NULL,
    "redirect_to" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_login_pkey" PRIMARY KEY ("session_id")
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
CREATE TABLE "login_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "login_limit_pkey" PRIMARY KEY ("key")
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
    "previous_boot_id" TEXT NOT NULL DEFAULT '',
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
    "ssh_keys" TEXT[],
    "exit_code" INTEGER,
    "message" TEXT NOT NULL DEFAULT '',
    "simulated" BOOLEAN NOT NULL DEFAULT false,
    "log_bytes" INTEGER NOT NULL DEFAULT 0,

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
    "gpu_busy_each" DOUBLE PRECISION[],
    "gpu_mem_mb_each" DOUBLE PRECISION[],
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
CREATE TABLE "payment_customer" (
    "tenant_id" INTEGER NOT NULL,
    "customer_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_customer_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "former_customer" (
    "customer_id" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_customer_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "card" (
    "pm_id" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "brand" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "exp_month" INTEGER NOT NULL,
    "exp_year" INTEGER NOT NULL,
    "holder_name" TEXT NOT NULL DEFAULT '',
    "fingerprint" TEXT NOT NULL DEFAULT '',
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "added_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "card_pkey" PRIMARY KEY ("pm_id")
);

-- CreateTable
CREATE TABLE "top_up" (
    "topup_id" UUID NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "cents" BIGINT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "way" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'created',
    "pm_id" TEXT,
    "card_holder_name" TEXT NOT NULL DEFAULT '',
    "save_card" BOOLEAN NOT NULL DEFAULT false,
    "session_id" TEXT,
    "payment_intent_id" TEXT,
    "action_url" TEXT NOT NULL DEFAULT '',
    "message" TEXT NOT NULL DEFAULT '',
    "number" TEXT,
    "billed_to" JSONB,
    "received_cents" BIGINT NOT NULL DEFAULT 0,
    "refunded_cents" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "top_up_pkey" PRIMARY KEY ("topup_id")
);

-- CreateTable
CREATE TABLE "receipt_year" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "receipt_year_pkey" PRIMARY KEY ("year")
);

-- CreateTable
CREATE TABLE "payment_refund" (
    "refund_id" TEXT NOT NULL,
    "topup_id" UUID NOT NULL,
    "cents" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_refund_pkey" PRIMARY KEY ("refund_id")
);

-- CreateTable
CREATE TABLE "payment_dispute" (
    "dispute_id" TEXT NOT NULL,
    "topup_id" UUID NOT NULL,
    "cents" BIGINT NOT NULL,
    "step" INTEGER NOT NULL DEFAULT 0,
    "taken_cents" BIGINT NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "reinstated_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_dispute_pkey" PRIMARY KEY ("dispute_id")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "api_version" TEXT NOT NULL DEFAULT '',
    "object_id" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'received',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "try_after" TIMESTAMPTZ(3) NOT NULL,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "auto_top_up" (
    "tenant_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "threshold_cents" BIGINT NOT NULL,
    "cents" BIGINT NOT NULL,
    "month_cap_cents" BIGINT NOT NULL,
    "declines" INTEGER NOT NULL DEFAULT 0,
    "topup_id" UUID,
    "try_after" TIMESTAMPTZ(3),
    "message" TEXT NOT NULL DEFAULT '',
    "state_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auto_top_up_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "provider_movement" (
    "movement_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "concern" TEXT NOT NULL,
    "source_id" TEXT NOT NULL DEFAULT '',
    "payment_intent_id" TEXT,
    "ledger_key" TEXT,
    "currency" TEXT NOT NULL,
    "cents" BIGINT NOT NULL,
    "fee_cents" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_movement_pkey" PRIMARY KEY ("movement_id")
);

-- CreateTable
CREATE TABLE "provider_refusal" (
    "call" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_refusal_pkey" PRIMARY KEY ("call")
);

-- CreateTable
CREATE TABLE "reconcile_check" (
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "figures" JSONB NOT NULL DEFAULT '{}',
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "took_ms" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "reconcile_check_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "reconcile_difference" (
    "id" BIGSERIAL NOT NULL,
    "check_name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "ledger_units" BIGINT,
    "provider_units" BIGINT,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "reconcile_difference_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "promo_code" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" INTEGER NOT NULL,
    "duration" TEXT NOT NULL,
    "max_redemptions" INTEGER,
    "times_redeemed" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "promo_code_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "promo_redemption" (
    "code" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "promo_redemption_pkey" PRIMARY KEY ("code","tenant_id")
);

-- CreateTable
CREATE TABLE "subscription_discount" (
    "tenant_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "duration" TEXT NOT NULL,
    "used" BOOLEAN NOT NULL DEFAULT false,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscription_discount_pkey" PRIMARY KEY ("tenant_id","code")
);

-- CreateTable
CREATE TABLE "trial" (
    "user_id" INTEGER NOT NULL,
    "trial_start" TIMESTAMPTZ(3) NOT NULL,
    "trial_end" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT,
    "reminded_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "trial_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "subscription" (
    "subscription_id" UUID NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "provider_id" TEXT,
    "provider_status" TEXT NOT NULL DEFAULT '',
    "reading" BIGINT NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'requested',
    "pm_id" TEXT NOT NULL,
    "discount_code" TEXT,
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "action_url" TEXT NOT NULL DEFAULT '',
    "message" TEXT NOT NULL DEFAULT '',
    "period_start" TIMESTAMPTZ(3),
    "period_end" TIMESTAMPTZ(3),
    "upcoming_total_cents" BIGINT,
    "upcoming_remaining_cents" BIGINT,
    "upcoming_start" TIMESTAMPTZ(3),
    "upcoming_read_at" TIMESTAMPTZ(3),
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "cleared_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("subscription_id")
);

-- CreateTable
CREATE TABLE "subscription_invoice" (
    "invoice_id" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "subscription_id" UUID,
    "number" TEXT,
    "status" TEXT NOT NULL,
    "total_cents" BIGINT NOT NULL,
    "remaining_cents" BIGINT NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "period_end" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_invoice_pkey" PRIMARY KEY ("invoice_id")
);

-- CreateTable
CREATE TABLE "subscription_charge" (
    "charge_id" UUID NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "subscription_id" UUID NOT NULL,
    "cents" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'asked',
    "item_id" TEXT,
    "user_id" INTEGER,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscription_charge_pkey" PRIMARY KEY ("charge_id")
);

-- CreateTable
CREATE TABLE "usage_report" (
    "report_id" UUID NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "minutes" INTEGER NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'unsent',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "try_after" TIMESTAMPTZ(3) NOT NULL,
    "asked_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "usage_report_pkey" PRIMARY KEY ("report_id")
);

-- CreateTable
CREATE TABLE "coin_account" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "tenant_id" INTEGER,
    "balance" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "coin_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "coin_transaction" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "coin_transaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "coin_entry" (
    "id" BIGSERIAL NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "coins" BIGINT NOT NULL,

    CONSTRAINT "coin_entry_pkey" PRIMARY KEY ("id")
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
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "try_after" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "faq_section" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "content" JSONB NOT NULL DEFAULT '[]',
    "version" INTEGER NOT NULL DEFAULT 1,
    "position" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "faq_section_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
CREATE INDEX "mail_link_user_id_idx" ON "mail_link"("user_id");

-- CreateIndex
CREATE INDEX "mail_link_expires_at_idx" ON "mail_link"("expires_at");

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
CREATE INDEX "task_cluster_name_gpu_type_placed_at_idx" ON "task"("cluster_name", "gpu_type", "placed_at");

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
CREATE UNIQUE INDEX "payment_customer_customer_id_key" ON "payment_customer"("customer_id");

-- CreateIndex
CREATE INDEX "former_customer_tenant_id_idx" ON "former_customer"("tenant_id");

-- CreateIndex
CREATE INDEX "card_tenant_id_idx" ON "card"("tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "top_up_session_id_key" ON "top_up"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "top_up_payment_intent_id_key" ON "top_up"("payment_intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "top_up_number_key" ON "top_up"("number");

-- CreateIndex
CREATE INDEX "top_up_tenant_id_created_at_idx" ON "top_up"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "top_up_state_asked_at_idx" ON "top_up"("state", "asked_at");

-- CreateIndex
CREATE INDEX "payment_refund_topup_id_idx" ON "payment_refund"("topup_id");

-- CreateIndex
CREATE INDEX "payment_dispute_topup_id_idx" ON "payment_dispute"("topup_id");

-- CreateIndex
CREATE INDEX "webhook_event_state_try_after_idx" ON "webhook_event"("state", "try_after");

-- CreateIndex
CREATE INDEX "webhook_event_received_at_idx" ON "webhook_event"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "auto_top_up_topup_id_key" ON "auto_top_up"("topup_id");

-- CreateIndex
CREATE INDEX "auto_top_up_state_idx" ON "auto_top_up"("state");

-- CreateIndex
CREATE INDEX "provider_movement_ledger_key_idx" ON "provider_movement"("ledger_key");

-- CreateIndex
CREATE INDEX "provider_movement_at_idx" ON "provider_movement"("at");

-- CreateIndex
CREATE INDEX "reconcile_difference_resolved_at_first_seen_at_idx" ON "reconcile_difference"("resolved_at", "first_seen_at");

-- CreateIndex
CREATE INDEX "promo_code_created_at_idx" ON "promo_code"("created_at");

-- CreateIndex
CREATE INDEX "promo_redemption_tenant_id_idx" ON "promo_redemption"("tenant_id");

-- CreateIndex
CREATE INDEX "trial_ended_at_trial_end_idx" ON "trial"("ended_at", "trial_end");

-- CreateIndex
CREATE INDEX "trial_trial_start_idx" ON "trial"("trial_start");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_provider_id_key" ON "subscription"("provider_id");

-- CreateIndex
CREATE INDEX "subscription_tenant_id_requested_at_idx" ON "subscription"("tenant_id", "requested_at");

-- CreateIndex
CREATE INDEX "subscription_asked_at_idx" ON "subscription"("asked_at");

-- CreateIndex
CREATE INDEX "subscription_invoice_tenant_id_created_at_idx" ON "subscription_invoice"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "subscription_charge_tenant_id_asked_at_idx" ON "subscription_charge"("tenant_id", "asked_at");

-- CreateIndex
CREATE INDEX "usage_report_state_try_after_idx" ON "usage_report"("state", "try_after");

-- CreateIndex
CREATE UNIQUE INDEX "usage_report_tenant_id_idempotency_key_key" ON "usage_report"("tenant_id", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "coin_account_name_key" ON "coin_account"("name");

-- CreateIndex
CREATE UNIQUE INDEX "coin_account_tenant_id_key" ON "coin_account"("tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "coin_transaction_key_key" ON "coin_transaction"("key");

-- CreateIndex
CREATE INDEX "coin_transaction_tenant_id_at_idx" ON "coin_transaction"("tenant_id", "at");

-- CreateIndex
CREATE INDEX "coin_transaction_at_idx" ON "coin_transaction"("at");

-- CreateIndex
CREATE INDEX "coin_entry_transaction_id_idx" ON "coin_entry"("transaction_id");

-- CreateIndex
CREATE INDEX "coin_entry_account_id_id_idx" ON "coin_entry"("account_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "notification_cause_key" ON "notification"("cause");

-- CreateIndex
CREATE INDEX "notification_tenant_id_at_idx" ON "notification"("tenant_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "mail_cause_key" ON "mail"("cause");

-- CreateIndex
CREATE INDEX "mail_sent_at_try_after_idx" ON "mail"("sent_at", "try_after");

-- CreateIndex
CREATE INDEX "faq_section_position_id_idx" ON "faq_section"("position", "id");

-- CreateIndex
CREATE INDEX "feedback_sent_at_try_after_idx" ON "feedback"("sent_at", "try_after");

-- AddForeignKey
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_link" ADD CONSTRAINT "mail_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_login" ADD CONSTRAINT "pending_login_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_login" ADD CONSTRAINT "pending_login_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "payment_customer" ADD CONSTRAINT "payment_customer_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_customer" ADD CONSTRAINT "former_customer_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card" ADD CONSTRAINT "card_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "top_up" ADD CONSTRAINT "top_up_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_topup_id_fkey" FOREIGN KEY ("topup_id") REFERENCES "top_up"("topup_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_dispute" ADD CONSTRAINT "payment_dispute_topup_id_fkey" FOREIGN KEY ("topup_id") REFERENCES "top_up"("topup_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auto_top_up" ADD CONSTRAINT "auto_top_up_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auto_top_up" ADD CONSTRAINT "auto_top_up_topup_id_fkey" FOREIGN KEY ("topup_id") REFERENCES "top_up"("topup_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promo_redemption" ADD CONSTRAINT "promo_redemption_code_fkey" FOREIGN KEY ("code") REFERENCES "promo_code"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promo_redemption" ADD CONSTRAINT "promo_redemption_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_discount" ADD CONSTRAINT "subscription_discount_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trial" ADD CONSTRAINT "trial_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_invoice" ADD CONSTRAINT "subscription_invoice_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_invoice" ADD CONSTRAINT "subscription_invoice_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("subscription_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_charge" ADD CONSTRAINT "subscription_charge_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_charge" ADD CONSTRAINT "subscription_charge_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("subscription_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_report" ADD CONSTRAINT "usage_report_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coin_account" ADD CONSTRAINT "coin_account_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coin_transaction" ADD CONSTRAINT "coin_transaction_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coin_entry" ADD CONSTRAINT "coin_entry_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "coin_transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coin_entry" ADD CONSTRAINT "coin_entry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "coin_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ═══ Rules ═══════════════════════════════════════════════════════════════════════════════════
-- Rules that the database itself holds, whoever writes. Named so that a violation says what was broken.

-- ─── Words ─────────────────────────────────────────────────────────────────────────────────────
alter table user_account
  add constraint user_role_known check (role in ('customer', 'support', 'operator', 'admin')),
  add constraint user_state_known check (state in ('unverified', 'active', 'suspended', 'closed')),
  add constraint user_subscription_known
    check (codify_subscription_status in ('active', 'trial', 'past_due', 'canceled', 'none')),
  add constraint user_email_lower check (email = lower(email));
alter table api_key add constraint api_key_scope_known check (scope in ('full', 'usage'));
alter table price add constraint price_positive check (pph_cents between 1 and 1000000);
alter table node
  add constraint node_drain_known check (drain in (0, 1, 2)),
  add constraint node_health_known check (health in ('new', 'healthy', 'error', 'dead')),
  add constraint node_gpus_sane check (gpus between 1 and 16);
alter table task
  add constraint task_state_known check (state in
    ('queued', 'placing', 'starting', 'running', 'incident', 'stopping', 'finished', 'killed', 'failed', 'lost')),
  add constraint task_stop_target_known check (stop_target in ('finished', 'killed', 'failed')),
  add constraint task_final_has_end check ((state in ('finished', 'killed', 'failed', 'lost')) = (finished_at is not null)),
  add constraint task_charged_only_when_running check (charged_to is null or state in ('running', 'incident', 'stopping')),
  add constraint task_pph_positive check (pph > 0);
alter table placement
  add constraint placement_state_known check (state in
    ('assigned', 'acknowledged', 'running', 'stopped', 'interrupted', 'revoked'));

-- ─── One of a kind ─────────────────────────────────────────────────────────────────────────────
-- The key of these indexes is an expression that is null for rows the rule does not concern.
create unique index task_unfinished_name on task (tenant_id, (case when finished_at is null then task_name end));
create unique index ssh_key_one_default on ssh_key ((case when is_default then tenant_id end));
create unique index image_one_default on image ((case when is_default then 1 end));
create unique index api_key_one_full on api_key ((case when revoked_at is null and scope = 'full' then user_id end));

-- ─── Ledger (B5) ───────────────────────────────────────────────────────────────────────────────
alter table ledger_account
  add constraint ledger_customer_not_below_zero check (name not like 'customer:%' or balance >= 0),
  add constraint ledger_owed_not_above_zero check (name not like 'owed:%' or balance <= 0);
alter table ledger_entry add constraint ledger_entry_not_zero check (units <> 0);
alter table task_charge
  add constraint task_charge_forward check (to_ts > from_ts),
  add constraint task_charge_positive check (units > 0);

create function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger ledger_transaction_append_only before update or delete or truncate on ledger_transaction
  for each statement execute function ledger_append_only();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_append_only();
create trigger task_charge_append_only before update or delete or truncate on task_charge
  for each statement execute function ledger_append_only();

-- All entries of a transaction are written by one statement, which must balance by itself: checked for
-- the whole statement at once, so that a billing tick over many tasks pays for one check, not for one
-- per row. The balances of tenants' accounts follow in the same step.
create function ledger_entries_post() returns trigger language plpgsql as $$
begin
  if exists (select from inserted group by transaction_id having sum(units) <> 0 or count(*) < 2) then
    raise exception 'the entries of a ledger transaction must sum to 0'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_sums_to_zero';
  end if;
  update ledger_account a set balance = a.balance + s.units
    from (select account_id, sum(units)::bigint as units from inserted group by account_id) s
    where a.id = s.account_id and a.tenant_id is not null;
  return null;
end $$;

create trigger ledger_entries_post after insert on ledger_entry
  referencing new table as inserted
  for each statement execute function ledger_entries_post();

-- ─── Accounts, FAQ, feedback ───────────────────────────────────────────────────────────────────
alter table mail_link add constraint mail_link_kind_known check (kind in ('confirm', 'reset'));
alter table faq_section add constraint faq_section_content_is_a_list check (jsonb_typeof(content) = 'array');
alter table feedback add constraint feedback_kind_known check (kind in ('chat', 'contact'));

-- ─── Payments ──────────────────────────────────────────────────────────────────────────────────
alter table top_up
  -- One currency; the column is there for the day there are more.
  add constraint top_up_currency_known check (currency = 'usd'),
  add constraint top_up_cents_positive check (cents > 0),
  add constraint top_up_way_known check (way in ('saved_card', 'new_card', 'auto')),
  add constraint top_up_state_known check (state in
    ('created', 'requires_action', 'pending', 'settled', 'refunded', 'disputed', 'failed')),
  add constraint top_up_settled_has_number
    check ((state in ('settled', 'refunded', 'disputed')) = (settled_at is not null)),
  add constraint top_up_number_when_settled check ((number is null) = (settled_at is null)),
  add constraint top_up_refunds_not_above_payment check (refunded_cents between 0 and received_cents);
alter table webhook_event add constraint webhook_event_state_known check (state in ('received', 'done', 'ignored'));
create unique index card_one_default on card ((case when is_default and removed_at is null then tenant_id end));
alter table auto_top_up
  add constraint auto_top_up_state_known check (state in ('off', 'watching', 'charging', 'asking', 'resting', 'stopped')),
  add constraint auto_top_up_charge_has_top_up check ((state in ('charging', 'asking')) = (topup_id is not null)),
  add constraint auto_top_up_rest_has_an_end check ((state = 'resting') = (try_after is not null)),
  add constraint auto_top_up_declines_sane check (declines between 0 and 3),
  add constraint auto_top_up_amounts_sane
    check (threshold_cents > 0 and cents between 500 and 500000 and month_cap_cents >= cents);

-- ─── Promo codes and trials ────────────────────────────────────────────────────────────────────
alter table promo_code
  add constraint promo_code_upper_case check (code = upper(code) and code ~ '^[A-Z0-9-]{3,32}$'),
  add constraint promo_code_name_length check (char_length(name) between 1 and 80),
  add constraint promo_code_value_by_kind check (case kind
    when 'balance_credit' then value between 1 and 100000 and duration = 'once'
    when 'trial_days' then value between 1 and 90 and duration = value || ' days'
    when 'percent_off' then value between 1 and 100 and duration ~ '^(once|forever|([1-9]|[12][0-9]|3[0-6]) months)$'
    else false end),
  add constraint promo_code_max_redemptions_sane check (max_redemptions between 1 and 1000000),
  add constraint promo_code_not_over_used check (times_redeemed between 0 and coalesce(max_redemptions, 2147483647));
alter table subscription_discount add constraint subscription_discount_percent_sane check (percent between 1 and 100);
alter table trial add constraint trial_ends_after_it_starts check (trial_end > trial_start);

-- ─── Reconciliation ────────────────────────────────────────────────────────────────────────────
alter table provider_movement
  add constraint provider_movement_concern_known check (concern in ('balance', 'other', 'fee', 'payout')),
  add constraint provider_movement_key_when_of_balance check (concern = 'balance' or ledger_key is null);
alter table reconcile_check
  add constraint reconcile_check_state_known check (state in ('well', 'differs', 'silent', 'refused', 'failed', 'off'));
-- One difference is open once, however often and by however many workers it is seen.
create unique index reconcile_difference_open_once on reconcile_difference
  ((case when resolved_at is null then check_name || ' ' || kind || ' ' || subject end));

-- ─── Subscription ──────────────────────────────────────────────────────────────────────────────
alter table subscription
  add constraint subscription_state_known
    check (state in ('requested', 'incomplete', 'active', 'past_due', 'canceled', 'expired')),
  add constraint subscription_ended_has_end check ((state in ('canceled', 'expired')) = (ended_at is not null)),
  add constraint subscription_upcoming_whole
    check (num_nulls(upcoming_total_cents, upcoming_remaining_cents, upcoming_start) in (0, 3));
-- One at a time: whatever is asked for twice, or from two places, is the same one.
create unique index subscription_one_live on subscription ((case when ended_at is null then tenant_id end));
-- A reading of the provider that began before the newest one that was applied says nothing new.
create sequence subscription_reading;
alter table subscription_charge
  add constraint subscription_charge_state_known check (state in ('asked', 'unknown', 'added', 'refused')),
  add constraint subscription_charge_not_zero check (cents <> 0);
alter table usage_report
  add constraint usage_report_state_known check (state in ('unsent', 'sent', 'failed')),
  add constraint usage_report_minutes_sane check (minutes between 1 and 100000),
  add constraint usage_report_sent_when_sent check ((state = 'sent') = (sent_at is not null));

-- ─── Coins (B17) ───────────────────────────────────────────────────────────────────────────────
alter table coin_entry add constraint coin_entry_not_zero check (coins <> 0);
alter table coin_transaction add constraint coin_transaction_kind_known check (kind in ('grant', 'spend'));
create trigger coin_transaction_append_only before update or delete or truncate on coin_transaction
  for each statement execute function ledger_append_only();
create trigger coin_entry_append_only before update or delete or truncate on coin_entry
  for each statement execute function ledger_append_only();

create function coin_entries_post() returns trigger language plpgsql as $$
begin
  if exists (select from inserted group by transaction_id having sum(coins) <> 0 or count(*) < 2) then
    raise exception 'the entries of a coin transaction must sum to 0'
      using errcode = 'integrity_constraint_violation', constraint = 'coins_sum_to_zero';
  end if;
  update coin_account a set balance = a.balance + s.coins
    from (select account_id, sum(coins)::bigint as coins from inserted group by account_id) s
    where a.id = s.account_id and a.tenant_id is not null;
  return null;
end $$;

create trigger coin_entries_post after insert on coin_entry
  referencing new table as inserted
  for each statement execute function coin_entries_post();
insert into coin_account (name) values ('grant'), ('spend');
