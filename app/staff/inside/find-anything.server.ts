import { db } from "~/platform/db.server";

/** A search result for staff, and the parts of its URL. */
export interface Hit {
  kind: "task" | "node" | "top-up" | "invoice" | "card" | "API key";
  /** Node name, or the name of the owning tenant. */
  key: string;
  title: string;
  detail: string;
}

const TEXT_MAX = 100;
/** Control characters and lone surrogates: no name has them, and PostgreSQL rejects NUL. */
const NEVER_STORED = /[\p{Cc}\p{Cs}]/u;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Results of each kind. */
const HITS = 8;

/**
 * Finds everything but users by name, number or address. Tasks match by the beginning of their name or by resv_guid,
 * top-ups and invoices by number or id, nodes by part of name or address, cards and keys by their last four characters.
 * Exact matches first, then newest.
 */
export async function findAnything({ text }: { text: string }): Promise<Hit[]> {
  const wanted = text.trim().slice(0, TEXT_MAX);
  if (wanted === "" || NEVER_STORED.test(wanted)) return [];
  const found = await Promise.all([
    findTasks(wanted),
    findNodes(wanted),
    findTopUps(wanted),
    findInvoices(wanted),
    findEndings(wanted),
  ]);
  return found.flat();
}

async function findTasks(text: string): Promise<Hit[]> {
  return await db.query<Hit>(
    `select 'task' as kind, n.tenant_name as key, t.task_name as title,
       concat_ws(' · ', n.tenant_name, t.state, to_char(t.accepted_at at time zone 'UTC', 'DD.MM.YYYY')) as detail
     from (
       (select * from task where resv_guid = $2)
       union all
       (select * from task where $2::uuid is null and lower(task_name) ~>=~ lower($1)
          and lower(task_name) ~<~ (lower($1) || chr(1114111))
        order by lower(task_name) using ~<~, accepted_at desc limit $3)
     ) t join tenant n on n.id = t.tenant_id`,
    [text, uuidOf(text), HITS],
  );
}

async function findNodes(text: string): Promise<Hit[]> {
  return await db.query<Hit>(
    `select 'node' as kind, node_name as key, node_name as title,
       concat_ws(' · ', cluster_name, gpu_type, health, ip_internal, ip_public) as detail
     from node where retired_at is null and pilot_of is null
       and (strpos(node_name, lower($1)) > 0 or strpos(ip_internal, $1) > 0 or strpos(coalesce(ip_public, ''), $1) > 0)
     order by node_name <> lower($1), node_name limit $2`,
    [text, HITS],
  );
}

async function findTopUps(text: string): Promise<Hit[]> {
  return await db.query<Hit>(
    `select 'top-up' as kind, t.tenant_name as key, coalesce(u.number, u.topup_id::text) as title,
       concat_ws(' · ', t.tenant_name, '$' || to_char(u.cents / 100.0, 'FM999999990.00'), u.state) as detail
     from top_up u join tenant t on t.id = u.tenant_id
     where u.number = upper($1) or u.topup_id = $2 or u.payment_intent_id = $1`,
    [text, uuidOf(text)],
  );
}

async function findInvoices(text: string): Promise<Hit[]> {
  return await db.query<Hit>(
    `select 'invoice' as kind, t.tenant_name as key, coalesce(i.number, i.invoice_id) as title,
       concat_ws(' · ', t.tenant_name, '$' || to_char(i.total_cents / 100.0, 'FM999999990.00'), i.status) as detail
     from subscription_invoice i join tenant t on t.id = i.tenant_id where i.number = upper($1) or i.invoice_id = $1
     union all
     select 'invoice', t.tenant_name, i.number,
       concat_ws(' · ', t.tenant_name, '$' || to_char((i.cents + i.vat_cents) / 100.0, 'FM999999990.00'), i.state, 'bank transfer')
     from bank_invoice i join tenant t on t.id = i.tenant_id where i.number = upper($1) or i.invoice_id = $2`,
    [text, uuidOf(text)],
  );
}

/** Cards and keys with this ending. */
async function findEndings(text: string): Promise<Hit[]> {
  if (text.length !== 4) return [];
  return await db.query<Hit>(
    `(select 'card' as kind, t.tenant_name as key, c.brand || ' ' || c.last4 as title, t.tenant_name as detail
      from card c join tenant t on t.id = c.tenant_id
      where c.last4 = $1 and c.removed_at is null order by c.added_at desc limit $2)
     union all
     (select 'API key', t.tenant_name, '…' || k.last4, t.tenant_name
      from api_key k join tenant t on t.id = k.tenant_id
      where k.last4 = $1 and k.revoked_at is null order by k.id desc limit $2)`,
    [text, HITS],
  );
}

function uuidOf(text: string): string | null {
  return UUID.test(text) ? text : null;
}
