import { isEmailAddress } from "~/accounts/email-address";
import { checkEndpointUrl } from "~/accounts/endpoint-url";
import { newSecret } from "~/accounts/signing-secret.server";
import { transaction, type Tx } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { hiddenFault } from "~/platform/hidden-characters";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { encrypt } from "~/platform/secret.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/staff/messages";
import type { By } from "./change-rules.server";
import { type ChannelKind, isChannelKind } from "./channel-bodies";
import { CHANNELS_MAX } from "./list-channels.server";

/** A channel's fields as typed. `target` is a URL, a routing key or an address. */
export interface ChannelFields {
  name: string;
  kind: string;
  target: string;
  hourly_max: string;
}

interface Target {
  address: string;
  host: string;
  secret: string | null;
}

const NAME_MAX = 80;
const HOURLY_MAX = 1000;

/** Makes a channel. Only this answer holds the secret with which its webhooks are signed; other kinds have none. */
export async function addChannel(by: By, typed: ChannelFields): Promise<{ channelId: number; secret: string | null }> {
  const { kind } = typed;
  if (!isChannelKind(kind)) throw Refusal.ofField("kind", M.alertChannelKind, { status: 422 });
  const { name, hourlyMax, target } = checkFields(typed, kind, { keeps: false });
  const signing = kind === "webhook" ? newSecret() : null;
  const channelId = await transaction(async (tx) => {
    await holdStaffRight(tx, by, "alerts.act");
    await requireFreeName(tx, name, null);
    const [{ channels = 0 } = {}] = await tx.query<{ channels: number }>(
      `select count(*)::int as channels from alert_channel where deleted_at is null`,
    );
    if (channels >= CHANNELS_MAX)
      throw new Refusal(M.alertTooMany({ n: CHANNELS_MAX, of: "channels" }), { status: 409 });
    const [row] = await tx.query<{ id: number }>(
      `insert into alert_channel (name, kind, address, host, secret, signing_secret, hourly_max, made_by, made_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        ...[name, kind, target?.address ?? "", target?.host ?? "", target?.secret ?? null, signing?.stored ?? null],
        ...[hourlyMax, by.userId, by.now],
      ],
    );
    if (!row) throw new Error("the channel was not stored");
    const after = { kind, to: target?.address || target?.host || null, hourlyMax };
    await writeAudit({ ...by, action: "alert.channel-new", target: `alert-channel:${name}`, before: null, after }, tx);
    return row.id;
  });
  return { channelId, secret: signing?.secret ?? null };
}

/** Changes a channel's name, limit and, if one is typed, its secret target. An address of mail is always as typed. */
export async function changeChannel(by: By, given: { channelId: number; fields: ChannelFields }): Promise<string> {
  const { channelId, fields } = given;
  return await transaction(async (tx) => {
    await holdStaffRight(tx, by, "alerts.act");
    const before = await lockChannel(tx, channelId);
    const { name, hourlyMax, target } = checkFields(fields, before.kind, { keeps: true });
    await requireFreeName(tx, name, channelId);
    await tx.query(
      `update alert_channel set name = $2, hourly_max = $3, address = coalesce($4, address), host = coalesce($5, host),
         secret = coalesce($6, secret), error = case when $7 then '' else error end,
         failing_since = case when $7 then null else failing_since end where id = $1`,
      [
        channelId,
        name,
        hourlyMax,
        target?.address ?? null,
        target?.host ?? null,
        target?.secret ?? null,
        target !== null,
      ],
    );
    const to = target ? target.address || target.host : before.to;
    // The new URL or key may be on the same host: the audit says that it is another one.
    const after = { name, to: target?.secret ? `${to} (new)` : to, hourlyMax };
    const was = { name: before.name, to: before.to, hourlyMax: before.hourlyMax };
    await writeAudit(
      { ...by, action: "alert.channel-change", target: `alert-channel:${name}`, before: was, after },
      tx,
    );
    return name;
  });
}

/** Deletes a channel and its secrets. Messages that wait for it are not sent; rules no longer tell it. */
export async function deleteChannel(by: By, { channelId }: { channelId: number }): Promise<string> {
  return await transaction(async (tx) => {
    await holdStaffRight(tx, by, "alerts.act");
    const { name, kind, to } = await lockChannel(tx, channelId);
    await tx.query(
      `update alert_channel set deleted_at = $2, secret = null, signing_secret = null, failing_since = null, error = ''
       where id = $1`,
      [channelId, by.now],
    );
    await tx.query(`delete from alert_rule_channel where channel_id = $1`, [channelId]);
    await tx.query(
      `update alert_message set state = 'failed', error = 'The channel was deleted.'
       where channel_id = $1 and state = 'waiting'`,
      [channelId],
    );
    const before = { kind, to };
    await writeAudit(
      { ...by, action: "alert.channel-delete", target: `alert-channel:${name}`, before, after: null },
      tx,
    );
    return name;
  });
}

async function lockChannel(tx: Tx, channelId: number) {
  const [row] = await tx.query<{ name: string; kind: ChannelKind; to: string; hourlyMax: number }>(
    `select name, kind, case when kind = 'mail' then address else host end as to, hourly_max as "hourlyMax"
     from alert_channel where id = $1 and deleted_at is null for no key update`,
    [channelId],
  );
  if (!row) throw new Refusal(M.notFound, { status: 404 });
  return row;
}

async function requireFreeName(tx: Tx, name: string, channelId: number | null): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('alert channels'))`);
  const same = await tx.query(
    `select from alert_channel where name = $1 and deleted_at is null and id is distinct from $2`,
    [name, channelId],
  );
  if (same.length > 0) throw Refusal.ofField("name", M.alertChannelName, { status: 422 });
}

/** @param keeps An empty target keeps the present one, which cannot be shown. */
function checkFields(typed: ChannelFields, kind: ChannelKind, { keeps }: { keeps: boolean }) {
  const fields: Record<string, string> = {};
  const name = typed.name.trim();
  const hidden = hiddenFault(name);
  if (name === "" || name.length > NAME_MAX) fields["name"] = M.alertChannelName;
  else if (hidden !== null) fields["name"] = hidden;
  const hourlyMax = /^\d{1,4}$/.test(typed.hourly_max.trim()) ? Number(typed.hourly_max) : 0;
  if (hourlyMax < 1 || hourlyMax > HOURLY_MAX) fields["hourly_max"] = M.alertHourlyMax;
  const text = typed.target.trim();
  const target = keeps && text === "" && kind !== "mail" ? null : targetOf(kind, text);
  if (typeof target === "string") fields["target"] = target;
  const [first] = Object.values(fields);
  if (first !== undefined || typeof target === "string") throw new Refusal(first ?? "", { status: 422, fields });
  return { name, hourlyMax, target };
}

/** @returns a message if it is wrong. */
function targetOf(kind: ChannelKind, text: string): Target | string {
  if (kind === "mail") {
    const address = text.toLowerCase();
    return address === "" || isEmailAddress(address) ? { address, host: "", secret: null } : M.alertAddress;
  }
  if (kind === "pagerduty") {
    const { host } = new URL(env.PAGERDUTY_EVENTS_URL);
    return /^[A-Za-z0-9]{32}$/.test(text) ? { address: "", host, secret: encrypt(text) } : M.alertRoutingKey;
  }
  const checked = checkEndpointUrl(text, { loopback: env.WEBHOOK_LOOPBACK });
  if ("problem" in checked) return checked.problem;
  return { address: "", host: new URL(checked.url).host, secret: encrypt(checked.url) };
}
