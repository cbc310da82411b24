import { db } from "~/platform/db.server";
import { allRows } from "~/platform/all-rows";
import { RUN_IMAGE } from "~/compute/run-image";
import { type ExportFile, exportFile, type Owner } from "./export-file";

const PAGE = 1000;

interface TaskRow {
  id: string;
  name: string;
  cluster: string;
  gpu_type: string;
  gpus: number;
  image: string;
  network: string;
  ssh_public_key: string;
  state: string;
  reason: string;
  accepted_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  billed_cents: number;
}

async function* tasks({ tenantIds }: Owner) {
  for (const tenantId of tenantIds) {
    yield* allRows<TaskRow>((last) =>
      db.query(
        `select resv_guid::text as id, task_name as name, cluster_name as cluster, gpu_type, gpus_granted as gpus,
           ${RUN_IMAGE} as image, network, ssh_public_key, state, reason, accepted_at, started_at, finished_at, billed_cents
         from task where tenant_id = $1 and (accepted_at, resv_guid) > ($2::timestamptz, $3::uuid)
         order by accepted_at, resv_guid limit ${PAGE}`,
        [tenantId, last?.accepted_at ?? "-infinity", last?.id ?? "00000000-0000-0000-0000-000000000000"],
      ),
    );
  }
}

interface UsageRow {
  day: Date;
  calls: bigint;
  messages: bigint;
  prompt_tokens: bigint;
  generated_tokens: bigint;
  cache_read_tokens: bigint;
  cache_creation_tokens: bigint;
  coins: bigint;
}

async function* usageDays({ userId }: Owner) {
  yield* allRows<UsageRow>((last) =>
    db.query(
      `select at as day, sum(calls)::bigint as calls, sum(chat_events + agent_events)::bigint as messages,
         sum(prompt_tokens)::bigint as prompt_tokens, sum(generated_tokens)::bigint as generated_tokens,
         sum(cache_read_tokens)::bigint as cache_read_tokens, sum(cache_creation_tokens)::bigint as cache_creation_tokens,
         sum(coins)::bigint as coins
       from usage_by_user where grain = 'day' and user_id = $1 and at > $2::timestamptz group by at order by at limit ${PAGE}`,
      [userId, last?.day ?? "-infinity"],
    ),
  );
}

interface NotificationRow {
  id: bigint;
  at: Date;
  message: string;
  url: string;
}

async function* notifications({ tenantIds }: Owner) {
  for (const tenantId of tenantIds) {
    yield* allRows<NotificationRow>((last) =>
      db.query(
        `select id, at, human_readable_message as message, url from notification
         where tenant_id = $1 and (at, id) > ($2::timestamptz, $3::bigint) order by at, id limit ${PAGE}`,
        [tenantId, last?.at ?? "-infinity", last?.id ?? 0n],
      ),
    );
  }
}

interface MessageRow {
  id: bigint;
  conversation: bigint;
  subject: string;
  at: Date;
  from: string;
  text: string;
}

/** Conversations with staff, without their notes. */
async function* messages({ userId }: Owner) {
  yield* allRows<MessageRow>((last) =>
    db.query(
      `select m.id, c.id as conversation, c.subject, m.created_at as at,
         case when m.kind = 'staff' then 'us' when m.is_foreign then m.from_address else 'you' end as from, m.text
       from conversation c join conversation_message m on m.conversation_id = c.id
       where c.user_id = $1 and m.kind <> 'note' and (c.id, m.id) > ($2::bigint, $3::bigint)
       order by c.id, m.id limit ${PAGE}`,
      [userId, last?.conversation ?? 0n, last?.id ?? 0n],
    ),
  );
}

/** Stored data about activity. */
export const ACTIVITY_FILES: readonly ExportFile[] = [
  exportFile<TaskRow>(
    "tasks",
    "Every task that was accepted.",
    [
      ...(["id", "name", "cluster", "gpu_type", "gpus", "image", "network", "ssh_public_key", "state"] as const),
      ...(["reason", "accepted_at", "started_at", "finished_at", "billed_cents"] as const),
    ],
    tasks,
  ),
  exportFile<UsageRow>(
    "usage-by-day",
    "Model usage by day (UTC), in calls, tokens and coins.",
    [
      ...(["day", "calls", "messages", "prompt_tokens", "generated_tokens", "cache_read_tokens"] as const),
      ...(["cache_creation_tokens", "coins"] as const),
    ],
    usageDays,
  ),
  exportFile<NotificationRow>(
    "notifications",
    "What you were notified about.",
    ["at", "message", "url"],
    notifications,
  ),
  exportFile<MessageRow>(
    "messages",
    "Your conversations with us.",
    ["conversation", "subject", "at", "from", "text"],
    messages,
  ),
];
