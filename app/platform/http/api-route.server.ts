import type { LoaderFunctionArgs } from "@remix-run/node";
import type { NeededScope } from "~/accounts/key-scopes";
import { hashOfSecret } from "~/platform/secret.server";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { presentTime } from "~/platform/time.server";
import type { AuthenticatedWorkspace } from "~/usage/find-by-admin-token.server";
import type { AuthenticatedNode } from "~/fleet/authenticate-agent.server";
import { READ_AT_HEADER } from "~/platform/live/read-at";
import { TEAM_HEADER } from "~/platform/live/our-script";
import { hasRight } from "~/platform/staff-rights";
import { jsonPaths } from "~/routes.js";
import { requireNeed } from "./access.server";
import { answerError, answerOk, withStandardHeaders } from "./api-answer.server";
import { readInput } from "./api-input.server";
import { hasBody, type Method, type Operation } from "./api-operation.server";
import { type Caller, identify, secretOf } from "./credentials.server";
import { requireOurScript, refusalForPerson } from "./origin-rule.server";
import { forgetSession } from "./session.server";
import { scopeOf } from "./needed-scope";
import { countRequest } from "./rate-limit.server";
import { clientNetworkOf, requestIdOf, type RouteArgs } from "./request-facts.server";
import { teamOf } from "./team-of";
import { whileAdmitted } from "./while-admitted.server";

export { operation } from "./api-operation.server";

export type Operations = Partial<Record<Method, Operation>>;

/** Methods that change nothing unless their operation declares it. */
const READS = ["GET", "HEAD"];

/** Every JSON path that is loaded, for /openapi.json and the tests. */
export const declaredPaths = new Map<string, Operations>();

/** Handles a declared path, or returns its price without doing the work. */
export type AnswerPath = (args: LoaderFunctionArgs, asked?: { price: boolean }) => Promise<Response>;
/** The responses of these paths, for `/mcp`. */
export const declaredAnswers = new Map<string, AnswerPath>();

/**
 * Declares a JSON path (0.3, 0.4, 0.5, 0.6, 0.7, 0.9): `file` is `noun/name`, by which the routes table knows its URL;
 * the rest is the operation of each method. This function checks method, credential, role, origin, rate and input, in
 * this order. Then it runs the operation and builds the envelope.
 */
export function apiRoute(file: string, operations: Operations) {
  for (const [method, operation] of Object.entries(operations)) {
    if (needsMember(operation) !== (operation.need !== undefined))
      throw new Error(`${method} of ${file}: a customer's operation, and no other, says what it needs of a member`);
  }
  const answer: AnswerPath = async (args, { price } = { price: false }) => {
    const { request } = args;
    const requestId = requestIdOf(args);
    const operation = operations[request.method === "HEAD" ? "GET" : (request.method as Method)];
    const asked = price && operation?.tool?.price ? { ...operation, run: operation.tool.price } : operation;
    const response = await respond(args, requestId, asked, operations);
    return withoutBodyForHead(request, withStandardHeaders(response, requestId));
  };
  declaredPaths.set(urlOf(file), operations);
  declaredAnswers.set(urlOf(file), answer);
  const handler = async (args: LoaderFunctionArgs) => await answer(args);
  return { loader: handler, action: handler };
}

function urlOf(file: string): string {
  const row = jsonPaths.find((one) => one.file.endsWith(`/api/${file}.ts`));
  if (!row) throw new Error(`app/routes.js has no row for ${file}`);
  return row.url;
}

async function respond(
  { request, context, params }: LoaderFunctionArgs,
  requestId: string,
  operation: Operation | undefined,
  operations: Operations,
): Promise<Response> {
  const args = { request, context };
  try {
    if (!operation || (operation.changesState && request.method === "HEAD")) throw wrongMethod(operations);
    let caller = await admit(args, operation);
    if (caller.account && caller.session && changesSomething(request, operation)) requireOurScript(args);
    await requireRate(args, caller, operation);
    const now = presentTime();
    const headers = new Headers({ [READ_AT_HEADER]: String(now.getTime()) });
    const input = (await readInput(request, operation)) as Record<string, never>;
    if (hasBody(request.method)) {
      forgetSession(args);
      const again = await admit(args, operation);
      if (again.account?.tenantId !== caller.account?.tenantId) throw new Refusal(M.notAllowed, { status: 403 });
      caller = again;
    }
    const answer = await operation.run({
      request,
      context,
      requestId,
      headers,
      params: clean(params),
      now,
      input,
      account: caller.account,
      session: caller.session,
      apiKey: caller.apiKey,
      node: caller.node as AuthenticatedNode,
      workspace: caller.workspace as AuthenticatedWorkspace,
      enrolmentToken: caller.enrolmentToken ?? "",
    });
    const { account, session, apiKey } = caller;
    const sent = answerOk(answer, headers, operation);
    if (!account || !(answer instanceof Response)) return sent;
    const admitted = { account, sessionId: session?.sessionId ?? null, keyId: apiKey?.keyId ?? null };
    return whileAdmitted(sent, admitted, requestId);
  } catch (error) {
    const page =
      operation?.changesState && error instanceof Refusal && error.message === M.foreignOrigin
        ? refusalForPerson(request, error.message)
        : null;
    const rules = operation ?? operations.GET ?? Object.values(operations)[0] ?? {};
    return page ?? answerError(error, requestId, rules);
  }
}

/**
 * Admits a caller with the right. Runs again once the body has arrived, because the right may have ended meanwhile
 * (16.9).
 */
async function admit(args: RouteArgs, operation: Operation): Promise<Caller> {
  const { request } = args;
  const caller = await identifyCounted(args, operation, scopeOf(operation, request.method));
  requireRight(caller, operation);
  requireTeam(request, caller);
  if (caller.account && operation.need)
    requireNeed(caller.account, operation.need, (message) => new Refusal(message, { status: 403 }));
  return caller;
}

/**
 * Identifies the caller and counts failures. Wrong credentials count as calls without one, which limits attempts to
 * guess keys. A known key that is refused has its own count, so that it does not slow down others behind its address.
 */
async function identifyCounted(args: RouteArgs, operation: Operation, scope: NeededScope): Promise<Caller> {
  try {
    return await identify(args, operation.credentials, scope);
  } catch (error) {
    if (error instanceof Refusal) await countRequest("public", failureKey(args, error));
    throw error;
  }
}

function failureKey(args: RouteArgs, { details }: Refusal): string {
  const secret = details.status === 401 ? null : secretOf(args.request);
  return secret === null ? clientNetworkOf(args) : `refused:${hashOfSecret(secret)}`;
}

function wrongMethod(operations: Operations): Refusal {
  const head = operations.GET && !operations.GET.changesState ? ["HEAD"] : [];
  const allow = [...Object.keys(operations), ...head].join(", ");
  return new Refusal(M.wrongMethod, { status: 405, headers: { Allow: allow } });
}

function requireRight({ account }: Caller, { right }: Operation): void {
  if (account && right && !hasRight(account, right)) throw new Refusal(M.notAllowed, { status: 403 });
}

/** Checks whether an operation is for customers, so that the role at the tenant counts as well (16.2). */
export function needsMember({ credentials, right }: Operation): boolean {
  return right === undefined && !credentials.includes("P") && credentials.some((kind) => kind === "K" || kind === "S");
}

/** Refuses a page drawn before its session switched tenants: it must not receive the new tenant's data (16.4). */
function requireTeam(request: Request, { account, session }: Caller): void {
  const shown = request.headers.get(TEAM_HEADER);
  if (!account || !session || shown === null || shown === account.tenantName) return;
  throw new Refusal(M.otherTeam({ team: teamOf(account) }), { status: 403 });
}

function changesSomething(request: Request, operation: Operation): boolean {
  return !READS.includes(request.method) || operation.changesState === true;
}

async function requireRate(args: RouteArgs, caller: Caller, operation: Operation): Promise<void> {
  if (operation.unlimited) return;
  if (operation.keyLimit && caller.apiKey) return await countRequest(operation.keyLimit, String(caller.apiKey.keyId));
  if (caller.limitKey) await countRequest("key", caller.limitKey);
  else await countRequest("public", clientNetworkOf(args));
  const counted = caller.account ? String(caller.account.tenantId) : caller.limitKey;
  if (operation.limit && counted) await countRequest(operation.limit, counted);
}

/** A path segment with a control character names nothing: 404 (0.4). */
function clean(params: LoaderFunctionArgs["params"]): LoaderFunctionArgs["params"] {
  if (Object.values(params).some((text) => /\p{Cc}/u.test(text ?? ""))) throw new Refusal(M.notFound, { status: 404 });
  return params;
}

function withoutBodyForHead(request: Request, response: Response): Response {
  return request.method === "HEAD" ? new Response(null, response) : response;
}
