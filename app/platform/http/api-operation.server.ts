import type { AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import type { Need } from "~/platform/may";
import type { MessageName } from "~/messages";
import type { AuthenticatedWorkspace } from "~/usage/find-by-admin-token.server";
import type { AuthenticatedNode } from "~/fleet/authenticate-agent.server";
import type { Account } from "~/accounts/account.server";
import type { KeyScope } from "~/accounts/key-scopes";
import type { StaffRight } from "~/platform/staff-rights";
import type { Session } from "~/accounts/session.server";
import type { CallersKey, Credential } from "./credentials.server";
import type { OtherBody } from "./body.server";
import type { Limit } from "./rate-limit.server";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Checks whether a method may send its input as a body; the others use the query. */
export function hasBody(method: string): boolean {
  return method === "POST" || method === "PUT" || method === "PATCH";
}
export type Answer = object | Response;

type Input<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, never>;
/** Without P, T, A and E, every caller is logged in. */
type AccountOf<Kind extends Credential> = Extract<Kind, "P" | "T" | "A" | "E"> extends never ? Account : Account | null;
type NodeOf<Kind extends Credential> = "A" extends Kind ? AuthenticatedNode : null;
type WorkspaceOf<Kind extends Credential> = "T" extends Kind ? AuthenticatedWorkspace : null;

/** The arguments of a JSON path's own code. */
interface Call<Schema = unknown, Kind extends Credential = Credential> {
  input: Input<Schema>;
  params: Readonly<Partial<Record<string, string>>>;
  account: AccountOf<Kind>;
  session: Session | null;
  /** The key that calls, of kinds K, V and I. */
  apiKey: CallersKey | null;
  /** The node whose agent's key made the call. */
  node: NodeOf<Kind>;
  /** The workspace whose admin token made the call. */
  workspace: WorkspaceOf<Kind>;
  /** The token with which a machine enrols. */
  enrolmentToken: string;
  request: Request;
  context: AppLoadContext;
  requestId: string;
  now: Date;
  /** Additional headers of the answer. */
  headers: Headers;
}

/** The tool of `/mcp` that runs an operation (decision 0465). */
interface Tool<Schema, Kind extends Credential> {
  name: string;
  /** Marks a tool that ends or deletes something. */
  ends?: true;
  /** For a tool that spends: returns the price, which is the answer until the caller confirms. */
  price?(call: Call<Schema, Kind>): Promise<{ human_readable_message: string }>;
}

interface OperationRules<Schema, Kind extends Credential> {
  /** One sentence for docs and /openapi.json. */
  purpose: string;
  credentials: readonly Kind[];
  /** The right of staff that it needs; without one it is for customers (3.1). */
  right?: StaffRight;
  /** The right that a customer needs at the tenant (16.2). */
  need?: Need;
  /**
   * Scope that a named API key needs, on a customer's path that takes keys (decision 0207). A GET that changes nothing
   * needs `read` by default. A path that changes something names its scope; without one it is for the account key only.
   * `any` allows every key.
   */
  scope?: KeyScope | "account" | "any";
  /** Query of a GET or DELETE, body of the others. */
  input?: Schema;
  /** Fields that the schema leaves optional but the operation requires: it refuses without them in its own words. */
  required?: readonly string[];
  /** Request headers that only this path reads; for /openapi.json. */
  headers?: Readonly<Record<string, z.ZodType>>;
  /** The members of an OK answer besides `retcode`; for /openapi.json. */
  answer?: z.ZodType;
  /** Media type of an answer that has no envelope, such as a PDF. */
  media?: string;
  /** Messages with which the path's own work refuses; those of every path are known (0.4). */
  refusals?: readonly MessageName[];
  /** Messages with which its own work refuses by 429, in addition to that of the limits. */
  tooMany?: readonly MessageName[];
  /** Statuses of refusals in addition to those of its kind of path. */
  statuses?: readonly (401 | 402 | 403 | 404 | 409 | 410 | 413 | 429)[];
  /** Examples for the reference: the input, and the members of the answer that differ from the examples of their fields. */
  example?: { input?: Record<string, unknown>; answer?: Record<string, unknown> };
  /** Our own paths answer refusals by status, documented ones by `retcode` (0.4). */
  ours?: boolean;
  /** Status of success; only paths of ours. */
  status?: 200 | 201;
  /** Separate limit per tenant or workspace (0.9). */
  limit?: Extract<Limit, "reserve" | "search">;
  /** Counted by key in the place of the general limit, such as batches of usage (A40). */
  keyLimit?: Extract<Limit, "usage" | "holds">;
  /** A GET that changes state (0.7). */
  changesState?: boolean;
  /** Answers FAILED instead of ERROR, as `GET /v1/jobs` does (0.3). */
  alwaysFailed?: boolean;
  /** Counted by no limit, such as probes. */
  unlimited?: boolean;
  /** `own`: more media types, and how the path reads its body. */
  body?: {
    limitBytes?: number;
    jsonOnly?: boolean;
    asSent?: boolean;
    raw?: boolean;
    also?: OtherBody;
    own?: { media: readonly string[]; read(request: Request): Promise<unknown> };
  };
  /** Reshapes the answer's members, for a path that is documented with another shape. */
  present?: (body: Record<string, unknown>) => Record<string, unknown>;
}

export interface Operation<Schema = unknown, Kind extends Credential = Credential> extends OperationRules<
  Schema,
  Kind
> {
  run(call: Call<Schema, Kind>): Promise<Answer>;
  tool?: Tool<Schema, Kind>;
}

/**
 * Declares one method of a JSON path. Returns its argument unchanged, so that the types of `run` follow from the rest.
 */
export function operation<const Kind extends Credential, Schema extends z.ZodType | undefined = undefined>(
  declared: Operation<Schema, Kind>,
): Operation {
  return declared as unknown as Operation;
}
