import { type Tx, transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { decrypt } from "~/platform/secret.server";
import { writeAudit } from "~/platform/write-audit.server";
import { KEY_UNREADABLE } from "~/accounts/read-api-key.server";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { maskedToken } from "./masked-token";
import type { StaffAct } from "./staff-act";

/** A workspace with the stored part of its tokens. */
export interface StoredWorkspace {
  name: string;
  maxUsers: number;
  tenantId: number;
  tenantName: string;
  /** Null if a closed account took its keys with it. */
  keyEncrypted: string | null;
  keyLast4: string | null;
  adminEncrypted: string;
  adminLast4: string;
}

const WORKSPACES = `select w.name, w.max_users as "maxUsers", w.tenant_id as "tenantId", t.tenant_name as "tenantName",
    k.encrypted as "keyEncrypted", k.last4 as "keyLast4", w.admin_encrypted as "adminEncrypted",
    w.admin_last4 as "adminLast4"
  from workspace w join tenant t on t.id = w.tenant_id
    left join api_key k on k.workspace_id = w.id and k.revoked_at is null
  where w.deleted_at is null`;

/** Lists all workspaces by name (3.7). Each view of an admin, who sees full tokens, is audited with their number. @throws Refusal M02. */
export async function listWorkspaces({ whole }: { whole: StaffAct | null }): Promise<StoredWorkspace[]> {
  return await transaction(async (tx) => {
    if (whole) await holdView(tx, whole);
    const rows = await tx.query<StoredWorkspace>(`${WORKSPACES} order by w.name`);
    if (whole) await noteView(tx, whole, "workspace.list-tokens", 2 * rows.length);
    return rows;
  });
}

/** Lists the workspaces that have an inference token, by tenant. @throws Refusal M02. */
export async function listTeams({ whole }: { whole: StaffAct | null }): Promise<StoredWorkspace[]> {
  return await transaction(async (tx) => {
    if (whole) await holdView(tx, whole);
    const rows = await tx.query<StoredWorkspace>(`${WORKSPACES} and k.id is not null order by t.tenant_name, w.name`);
    if (whole) await noteView(tx, whole, "workspace.list-keys", rows.length);
    return rows;
  });
}

/**
 * Returns both full tokens of one workspace and audits it. @throws Refusal M02, M94, and a Refusal for tokens whose
 * secret is lost.
 */
export async function showTokens({ name, ...by }: StaffAct & { name: string }) {
  return await transaction(async (tx) => {
    await holdView(tx, by);
    const [row] = await tx.query<StoredWorkspace>(`${WORKSPACES} and w.name = $1`, [name]);
    if (!row) throw new Refusal(M.noSuchWorkspace);
    const inferenceToken = row.keyEncrypted === null ? null : decrypt(row.keyEncrypted);
    const adminToken = decrypt(row.adminEncrypted);
    if (adminToken === null || (inferenceToken === null && row.keyEncrypted !== null))
      throw new Refusal(KEY_UNREADABLE);
    const { actorId: userId, requestId, now } = by;
    const after = { shown: inferenceToken === null ? 1 : 2 };
    const audit = { userId, action: "workspace.show-tokens", target: `workspace:${name}`, tenantId: row.tenantId };
    await writeAudit({ ...audit, after, requestId, now }, tx);
    return { name, inferenceToken, adminToken };
  });
}

/** The inference token for that viewer; empty if there is none, masked if its secret is lost. */
export function inferenceTokenOf({ keyEncrypted, keyLast4 }: StoredWorkspace, whole: boolean): string {
  if (keyEncrypted === null || keyLast4 === null) return "";
  return (whole ? decrypt(keyEncrypted) : null) ?? maskedToken("mr_", keyLast4);
}

export function adminTokenOf({ adminEncrypted, adminLast4 }: StoredWorkspace, whole: boolean): string {
  return (whole ? decrypt(adminEncrypted) : null) ?? maskedToken("mrw_", adminLast4);
}

/** Holds the right to see whole tokens until the view is audited: the mail about a former admin names what they saw. */
async function holdView(tx: Tx, { actorId: userId, now }: StaffAct): Promise<void> {
  await holdStaffRight(tx, { userId, now }, "usage.act");
}

/** Audits one row per view of many tenants, with the number shown (0.10); an empty view is not audited. */
async function noteView(tx: Tx, by: StaffAct, action: string, shown: number): Promise<void> {
  const { actorId: userId, requestId, now } = by;
  if (shown > 0) await writeAudit({ userId, action, target: "workspaces", after: { shown }, requestId, now }, tx);
}
