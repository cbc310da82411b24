import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { cleanValue } from "./clean-text";

interface BodyRules {
  limitBytes: number;
  jsonOnly?: boolean;
  /** Keeps texts as they were sent, as from agents: a program's output may contain any character. */
  asSent?: boolean;
  /** Passes the unparsed body on in the one member `raw`, because its signature covers every byte. */
  raw?: boolean;
  /** One more media type, and how it becomes the members. */
  also?: OtherBody;
}

/** A body that is neither JSON nor a form. */
export interface OtherBody {
  media: string;
  description: string;
  read(bytes: Uint8Array): Promise<object>;
}

/** Bytes of a body that are read beyond its limit before the connection is closed. */
const DRAINED_MAX_BYTES = 8 * 1024 * 1024;
/** Limit of nesting. Known requests have fewer than half of these levels; many thousands would overflow the stack. */
const LEVELS_MAX = 32;
/** Far more than any form of ours has (A34). */
const FIELDS_MAX = 200;
const AMPERSAND = 0x26;
const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

/**
 * The members of a JSON object or the fields of a form (the first value of each name).
 * Refuses with 413, 415 or 400 (0.4). A request without a body has no members.
 */
export async function readBody(request: Request, rules: BodyRules): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, rules.limitBytes);
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (bytes.length === 0 && type === "") return {};
  if (!rules.jsonOnly) assertFewFields(bytes, type);
  const members = await parse(bytes, type, request, rules);
  if (rules.raw) return { raw: new TextDecoder().decode(bytes) };
  return rules.asSent ? members : (cleanValue(members) as Record<string, unknown>);
}

/**
 * Reads a body up to the limit, whatever `Content-Length` says: a chunked body has none. An oversized body is read to
 * its end within bounds and discarded. If the reader stopped early, the connection would break and the client would
 * never see the answer.
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
  const declared = Number(request.headers.get("Content-Length") ?? 0);
  if (declared > limitBytes + DRAINED_MAX_BYTES) throw tooLarge();
  let kept: Uint8Array[] = [];
  let length = 0;
  for await (const part of partsInTime(request)) {
    length += part.length;
    if (length <= limitBytes) kept.push(part);
    else kept = [];
    if (length > limitBytes + DRAINED_MAX_BYTES) break;
  }
  if (Math.max(declared, length) > limitBytes) throw tooLarge();
  return Buffer.concat(kept);
}

/** Yields the body piece by piece. Refuses a body that is too late, or whose sender has gone. */
async function* partsInTime({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void reader.cancel().catch(() => {});
  }, env.REQUEST_SECONDS * 1000);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw late ? tooSlow() : unreadable();
      });
      if (late) throw tooSlow();
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Refuses a form with more fields than any of ours before it is parsed, because parsing looks each field up by name
 * (A34). Counts the separators in one pass over the bytes.
 */
export function assertFewFields(bytes: Buffer, type: string): void {
  if (countFields(bytes, type) > FIELDS_MAX) throw tooLarge();
}

function countFields(bytes: Buffer, type: string): number {
  if (type === "multipart/form-data") return bytes.toString("latin1").match(/content-disposition/gi)?.length ?? 0;
  if (type === "application/json") return countMembers(bytes);
  let fields = 1;
  for (const byte of bytes) if (byte === AMPERSAND) fields += 1;
  return fields;
}

/** Counts the members of the outermost object by its commas, outside texts and inner values. */
function countMembers(bytes: Buffer): number {
  let [members, level, inText] = [1, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = String.fromCharCode(bytes[at] ?? 0);
    if (inText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === "{" || sign === "[") level += 1;
    else if (sign === "}" || sign === "]") level -= 1;
    else if (sign === "," && level === 1) members += 1;
  }
  return members;
}

async function parse(bytes: Buffer, type: string, request: Request, rules: BodyRules) {
  if (type === "application/json") return parseJson(bytes);
  if (rules.also?.media === type) return { ...(await rules.also.read(bytes)) };
  if (rules.jsonOnly || !FORMS.includes(type)) throw new Refusal(M.wrongContentType, { status: 415 });
  return firstValues(await parseForm(bytes, request));
}

function parseJson(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw unreadable();
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unreadable();
  if (isDeeper(value, LEVELS_MAX)) throw unreadable();
  return value as Record<string, unknown>;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

export async function parseForm(bytes: Buffer, request: Request): Promise<FormData> {
  try {
    const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    throw unreadable();
  }
}

function firstValues(form: FormData): Record<string, unknown> {
  const first = new Map<string, string>();
  for (const [name, value] of form) if (typeof value === "string" && !first.has(name)) first.set(name, value);
  return Object.fromEntries(first);
}

const tooLarge = () => new Refusal(M.tooLarge, { status: 413 });
const unreadable = () => new Refusal(M.unreadable, { status: 400 });
const tooSlow = () => new Refusal(M.unreadable, { status: 408 });
