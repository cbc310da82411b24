import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { cleanValue } from "./clean-text";

export interface BodyRules {
  limitBytes: number;
  jsonOnly?: boolean;
  /** Texts are taken as sent, as from agents: what a program printed may hold any character. */
  asSent?: boolean;
  /** The body as it came, in the one member `raw`: what signs it signed every byte. */
  raw?: boolean;
}

/** How much of a body is read beyond its limit before the connection is given up. */
const DRAINED_MAX_BYTES = 8 * 1024 * 1024;
/** No request that we know has half as many levels; many thousands would end the stack of who walks them. */
const LEVELS_MAX = 32;
const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

/**
 * The members of a JSON object or the fields of a form (the first value of each name).
 * Refuses with 413, 415 or 400 (0.4). A request without a body has no members.
 */
export async function readBody(request: Request, rules: BodyRules): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, rules.limitBytes);
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (bytes.length === 0 && type === "") return {};
  const members = await parse(bytes, type, request, rules);
  if (rules.raw) return { raw: new TextDecoder().decode(bytes) };
  return rules.asSent ? members : (cleanValue(members) as Record<string, unknown>);
}

/**
 * Keeps no more than the limit, whatever `Content-Length` says: a chunked body has none. What is too large is read to
 * its end, within bounds, and thrown away: a client that is still sending would not see the answer, and to give up
 * the reader would cut its connection.
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
  const told = Number(request.headers.get("Content-Length") ?? 0);
  if (told > limitBytes + DRAINED_MAX_BYTES) throw tooLarge();
  let kept: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  while (length <= limitBytes + DRAINED_MAX_BYTES) {
    const part = await reader?.read();
    if (!part || part.done) break;
    length += part.value.length;
    if (length <= limitBytes) kept.push(part.value);
    else kept = [];
  }
  if (Math.max(told, length) > limitBytes) throw tooLarge();
  return Buffer.concat(kept);
}

async function parse(bytes: Buffer, type: string, request: Request, rules: BodyRules) {
  if (type === "application/json") return parseJson(bytes);
  if (rules.jsonOnly || !FORMS.includes(type)) throw new Refusal(M.M07, { status: 415 });
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
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => [name, form.get(name)]).filter(([, v]) => typeof v === "string"),
  );
}

const tooLarge = () => new Refusal(M.M06, { status: 413 });
const unreadable = () => new Refusal(M.M09, { status: 400 });
