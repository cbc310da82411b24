import { M } from "~/messages";
import { type AuthenticatedNode, authenticateAgent } from "~/fleet/authenticate-agent.server";
import { isOpenEnrolmentToken } from "~/fleet/find-enrolment-token.server";
import { Refusal } from "~/platform/refusal";
import { unauthorized } from "~/platform/unauthorized";
import type { Account } from "~/accounts/account.server";
import { presentTime } from "~/platform/time.server";
import { type AuthenticatedWorkspace, findByAdminToken } from "~/usage/find-by-admin-token.server";
import { noteActivity } from "~/usage/note-activity.server";
import { requireScope, requireUsable } from "~/accounts/check-key";
import { findApiKey, type KeyKind } from "~/accounts/find-api-key.server";
import type { NeededScope } from "~/accounts/key-scopes";
import { noteKeyUse } from "~/accounts/note-key-use.server";
import type { Session } from "~/accounts/session.server";
import { hashOfSecret } from "~/platform/secret.server";
import { noteActive } from "./note-active.server";
import { factsOf, type RouteArgs } from "./request-facts.server";
import { readSession } from "./session.server";

/**
 * Kinds of credentials (0.5): P nothing, S session, K API key, V service key, I a workspace's inference token, T its admin
 * token, A an agent's key, E an enrolment token.
 */
export type Credential = "P" | "S" | "K" | "V" | "I" | "T" | "A" | "E";

/** The key of kinds K, V and I. */
export interface CallersKey {
  keyId: number;
  kind: KeyKind;
  /** The source that a service key sends for; null before its first use. */
  sourceId: number | null;
  /** The line of a named key, which has the spending limits (16.11); null for other kinds. */
  lineId: number | null;
}

/** The account, node or workspace that makes a call. */
export interface Caller {
  account: Account | null;
  session: Session | null;
  apiKey: CallersKey | null;
  /** The node of kind A. */
  node: AuthenticatedNode | null;
  /** The workspace of kind T. */
  workspace: AuthenticatedWorkspace | null;
  /** The enrolment token of kind E, open when it was looked at. */
  enrolmentToken: string | null;
  /** The key of the general rate limit; null for a public call without credential. */
  limitKey: string | null;
}

const NOBODY: Caller = {
  account: null,
  session: null,
  apiKey: null,
  node: null,
  workspace: null,
  enrolmentToken: null,
  limitKey: null,
};

/**
 * Identifies the caller. If keys are accepted and the header is present, only the header counts; otherwise it is
 * ignored (0.5). A named key must have the scope of the call. Refuses with 401 or 403.
 */
export async function identify(args: RouteArgs, kinds: readonly Credential[], scope: NeededScope): Promise<Caller> {
  const secret = secretOf(args.request);
  if (kinds.includes("A")) return await byAgentKey(secret ?? "");
  if (kinds.includes("E")) return await byEnrolmentToken(secret ?? "");
  if (kinds.includes("T")) return await byAdminToken(secret ?? "");
  if (secret !== null && kinds.some((kind) => KEYS.includes(kind))) return await byKey(args, secret, kinds, scope);
  const session = kinds.includes("S") || kinds.includes("P") ? await readSession(args) : null;
  if (kinds.includes("S") && session) {
    const limitKey = `session:${session.sessionId}`;
    return { ...NOBODY, account: active(session.account), session, limitKey };
  }
  if (kinds.includes("P")) return { ...NOBODY, session };
  throw unauthorized();
}

/** The raw key, or the one after `Bearer` in any case; null without the header. */
export function secretOf(request: Request): string | null {
  const header = request.headers.get("Authorization");
  return header === null ? null : header.trim().replace(/^bearer\s+/i, "");
}

async function byAgentKey(agentKey: string): Promise<Caller> {
  const node = await authenticateAgent({ agentKey, now: presentTime() });
  if (!node) throw unauthorized();
  return { ...NOBODY, node, limitKey: `node:${node.nodeId}` };
}

async function byEnrolmentToken(token: string): Promise<Caller> {
  if (!(await isOpenEnrolmentToken({ token, now: presentTime() }))) throw unauthorized();
  return { ...NOBODY, enrolmentToken: token, limitKey: `enrolment:${hashOfSecret(token)}` };
}

const CREDENTIAL_OF_KIND = { full: "K", named: "K", usage: "V", inference: "I" } as const;
const KEYS: readonly Credential[] = Object.values(CREDENTIAL_OF_KIND);

/** Checks first where the key may be used, so that callers from elsewhere learn nothing about it. */
async function byKey(
  args: RouteArgs,
  secret: string,
  kinds: readonly Credential[],
  scope: NeededScope,
): Promise<Caller> {
  const now = presentTime();
  const address = factsOf(args).clientAddress;
  const found = await findApiKey({ key: secret, now });
  if (!found) throw unauthorized();
  requireUsable(found, address);
  const {
    keyId,
    usedAt,
    kind,
    scopes,
    networks: _networks,
    ended: _ended,
    sourceId,
    lineId,
    workspace,
    ...account
  } = found;
  if (!kinds.includes(CREDENTIAL_OF_KIND[kind])) throw new Refusal(M.notAllowed, { status: 403 });
  const apiKey = { keyId, kind, sourceId, lineId };
  const caller = { ...NOBODY, account: active(account), apiKey, limitKey: `user:${account.userId}` };
  requireScope({ kind, scopes }, scope);
  await noteKeyUse({ keyId, usedAt, address, now });
  if (workspace) await noteActivity({ ...workspace, now });
  if (kind === "full" || kind === "named") noteActive(account.userId, now);
  return caller;
}

async function byAdminToken(token: string): Promise<Caller> {
  const workspace = await findByAdminToken({ token });
  if (!workspace) throw unauthorized();
  if (workspace.ownerState === "suspended") throw new Refusal(M.suspended, { status: 403 });
  await noteActivity({ ...workspace, now: presentTime() });
  return { ...NOBODY, workspace, limitKey: `workspace:${workspace.workspaceId}` };
}

function active(account: Account): Account {
  if (account.state === "suspended") throw new Refusal(M.suspended, { status: 403 });
  return account;
}
