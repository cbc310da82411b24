import { z } from "zod";
import { EngineUnknown } from "~/compute/engine";
import { askSite, partsOf, readAs, type SiteAccess } from "../ask-site";
import { AskedToRest, Breaker, NotNow } from "../breaker";

/** Pause after a 429 that names no seconds. */
const REST_S = 5;
/** Objects of one answer, of 10 to 50 KB each: lists are read in parts, so that no answer stops the process while it is decoded. */
const PAGE = 100;

interface Request {
  method?: "GET" | "POST" | "DELETE";
  /** `/api/v1/nodes` */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
}

export interface KubernetesAnswer {
  status: number;
  content: unknown;
  /** Kubernetes' own words, where it failed. */
  failure: Failure;
}

interface Listed<Item> {
  items: Item[];
  /** The version from which a watch continues. */
  version: string;
}

interface WatchEvent<Item> {
  type: "ADDED" | "MODIFIED" | "DELETED";
  item: Item;
}

/**
 * The API of one cluster: one call at a time, none longer than 8 s, and an answer that is not understood does not
 * count.
 */
export class KubernetesRest {
  readonly #access: SiteAccess;
  /** Its parts are groups of the API: Kueue may be down without the rest. */
  readonly #breaker = new Breaker();
  /** When the last answer was made, in milliseconds by the cluster's clock; null: it does not say. */
  answeredMs: number | null = null;

  constructor(access: SiteAccess) {
    this.#access = access;
  }

  /**
   * @param understand extracts the caller's result from an answer; it gets no 401, 429 or 5xx.
   * @throws EngineUnknown, whatever went wrong; PlaceRefused, if `understand` does.
   */
  async call<T>(request: Request, understand: (answer: KubernetesAnswer) => T): Promise<T> {
    const [, root = "", group = ""] = request.path.split("/");
    return await this.#breaker.take(root === "apis" ? group : root, async () => {
      const response = await this.#send(request);
      return understand(await answerOf(response, await textOf(response)));
    });
  }

  /** The content of an answer. @throws EngineUnknown if it is a failure or does not match the schema. */
  async read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
    return await this.call({ path }, (answer) => contentOf(answer, schema));
  }

  /** All objects of a path, part by part. @throws EngineUnknown: it is the whole list or nothing. */
  async list<Schema extends z.ZodType>(
    path: string,
    item: Schema,
    query: Record<string, string> = {},
  ): Promise<Listed<z.infer<Schema>>> {
    const page = z.object({
      metadata: z.object({ resourceVersion: z.string().default(""), continue: z.string().nullish() }),
      items: z.array(item).nullable(),
    });
    const items: z.infer<Schema>[] = [];
    let next = "";
    for (;;) {
      const more: Record<string, string> = next ? { continue: next } : {};
      const read = await this.call({ path, query: { ...query, limit: String(PAGE), ...more } }, (answer) => {
        if (answer.status === 410) throw new NotNow("its list changed while it was read");
        return contentOf(answer, page);
      });
      items.push(...(read.items ?? []));
      next = read.metadata.continue ?? "";
      if (!next) return { items, version: read.metadata.resourceVersion };
    }
  }

  /**
   * Lists what has changed since that version, by a watch that ends after a second. Null: Kubernetes no longer knows that version.
   * @throws EngineUnknown when it was cut off: nothing of it counts then.
   */
  async changes<Schema extends z.ZodType>(
    path: string,
    item: Schema,
    { since, ...query }: Record<string, string> & { since: string },
  ): Promise<{ events: WatchEvent<z.infer<Schema>>[]; version: string } | null> {
    const watching = { ...query, watch: "1", resourceVersion: since, allowWatchBookmarks: "true", timeoutSeconds: "1" };
    return await this.#breaker.take("api", async () => {
      const response = await this.#send({ path, query: watching });
      const text = await textOf(response);
      if (response.status !== 200) {
        const answer = await answerOf(response, text);
        if (answer.status === 410) return null;
        throw new EngineUnknown(wordsOf(answer));
      }
      return eventsOf(text, item, since);
    });
  }

  async #send({ method = "GET", path, query, body }: Request): Promise<Response> {
    const { token } = this.#access;
    const search = query ? `?${new URLSearchParams(query).toString()}` : "";
    const headers = { authorization: `Bearer ${token}` };
    const response = await askSite(this.#access, { method, path: `${path}${search}`, headers, body });
    this.answeredMs = Date.parse(response.headers.get("date") ?? "") || null;
    return response;
  }
}

async function textOf(response: Response): Promise<string> {
  const parts: string[] = [];
  for await (const part of partsOf(response)) parts.push(part);
  return parts.join("");
}

const failureSchema = z.object({
  kind: z.literal("Status"),
  message: z.string().default(""),
  reason: z.string().default(""),
  details: z.object({ name: z.string().optional() }).optional(),
});
interface Failure {
  message: string;
  reason: string;
  /** Name of the object that failed; empty: it is about no single one. */
  name: string;
}

/** @throws EngineUnknown for answers that show nothing about what was asked. */
async function answerOf(response: Response, text: string): Promise<KubernetesAnswer> {
  const { status, headers } = response;
  if (status === 401) throw new EngineUnknown("it refuses the token");
  const restS = Number(headers.get("retry-after") ?? (status === 429 ? REST_S : NaN));
  if ((status === 429 || status >= 500) && restS > 0)
    throw new AskedToRest(`it is busy and asks for a rest of ${restS} s`, restS * 1000);
  const answer = { status, content: jsonOf(text, status) };
  const { message = "", reason = "", details } = failureSchema.safeParse(answer.content).data ?? {};
  const known = { ...answer, failure: { message, reason, name: details?.name ?? "" } };
  if (status >= 500) throw new EngineUnknown(wordsOf(known));
  return known;
}

function jsonOf(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineUnknown(`it answers with status ${status} and no JSON`);
  }
}

/** @throws EngineUnknown if it is a failure or does not match the schema. */
export function contentOf<Schema extends z.ZodType>(answer: KubernetesAnswer, schema: Schema): z.infer<Schema> {
  if (answer.status >= 400) throw new EngineUnknown(wordsOf(answer));
  return readAs(answer.content, schema);
}

export function wordsOf({ status, failure: { message, reason } }: KubernetesAnswer): string {
  return message || reason || `it answers with status ${status}`;
}

/** An unknown path gives 404 too, and shows nothing about any object. */
export function isGone({ status, failure: { reason, name } }: KubernetesAnswer, object: string): boolean {
  return status === 404 && reason === "NotFound" && name === object;
}

const watchLine = z.object({
  type: z.enum(["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"]),
  object: z.unknown(),
});
const versioned = z.object({ metadata: z.object({ resourceVersion: z.string() }) });
const watchError = z.object({ code: z.number(), message: z.string().default("its watch failed") });

function eventsOf<Schema extends z.ZodType>(text: string, item: Schema, since: string) {
  const events: WatchEvent<z.infer<Schema>>[] = [];
  let version = since;
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const { type, object } = readAs(jsonOf(line, 200), watchLine);
    if (type === "ERROR") {
      const { code, message } = readAs(object, watchError);
      if (code === 410) return null;
      throw new EngineUnknown(message);
    }
    version = readAs(object, versioned).metadata.resourceVersion;
    if (type !== "BOOKMARK") events.push({ type, item: readAs(object, item) });
  }
  return { events, version };
}
