import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import Ajv from "ajv";

type Body = Record<string, unknown>;
/** An object of Kubernetes, as far as this one looks at it. */
export interface Stored {
  kind?: string;
  metadata: {
    name: string;
    uid: string;
    resourceVersion: string;
    creationTimestamp: string;
    labels?: Record<string, string>;
    [member: string]: unknown;
  };
  spec: { nodeName?: string; schedulingGates?: { name: string }[]; [member: string]: unknown };
  status: Body;
}
export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
type Change = { version: number; type: "ADDED" | "MODIFIED" | "DELETED"; object: Stored };

export const TOKEN = "t0ken";
const NAMESPACE = "/api/v1/namespaces/gpu";
/** The parameters that each kind of request may have: a misspelt one would be passed over by a real one. */
const QUERIES: Record<string, string[]> = {
  list: ["labelSelector", "fieldSelector", "limit", "continue"],
  watch: ["labelSelector", "watch", "resourceVersion", "allowWatchBookmarks", "timeoutSeconds"],
  create: ["fieldValidation", "dryRun"],
  other: [],
};

const ajv = new Ajv({ strict: false });
ajv.addSchema(
  JSON.parse(readFileSync(new URL("openapi.json", import.meta.url), "utf8")) as object,
  "https://kubernetes.io/openapi",
);

/**
 * The API of one namespace, strictly: bodies are held against Kubernetes' published OpenAPI, parameters against what each path
 * knows. It agrees with who wrote it about what Kubernetes does; it runs nothing.
 */
export class Cluster {
  readonly asked: { method: string; path: string; query: URLSearchParams; body: Body | null }[] = [];
  readonly pods = new Map<string, Stored>();
  readonly secrets = new Map<string, Stored>();
  nodes: object[] = [];
  events: object[] = [];
  workloads: object[] = [];
  /** Kueue holds the Pods of its queues back. */
  kueue: string[] | null = null;
  /** Answers in place of its own, by method and path. */
  readonly instead = new Map<string, Answer>();
  /** Changes before it are forgotten. */
  oldest = 0;
  allowed: (right: Record<string, string>) => boolean = () => true;
  /** Told of each change. */
  changed = () => {};
  most = 0;
  #open = 0;
  #version = 100;
  readonly #changes: Change[] = [];
  #close = () => {};
  url = "";

  async start(tls?: { key: string; cert: string }): Promise<string> {
    const serve = (request: IncomingMessage, response: ServerResponse) => void this.#take(request, response);
    const server = tls ? createSecureServer(tls, serve) : createServer(serve);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#close = () => {
      server.close();
      server.closeAllConnections();
    };
    this.url = `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this.url;
  }

  stop(): void {
    this.#close();
  }

  /** Changes a Pod, as its kubelet or a controller does. */
  change(name: string, change: { spec?: object; status?: object; metadata?: object }): void {
    const pod = this.#pod(name);
    Object.assign(pod.metadata, change.metadata);
    Object.assign(pod.spec, change.spec);
    Object.assign(pod.status, change.status);
    this.#note("MODIFIED", pod);
  }

  /** Removes a Pod from what there is. */
  remove(name: string): void {
    const pod = this.#pod(name);
    this.pods.delete(name);
    this.#note("DELETED", pod);
  }

  /** A place's Pod that runs nothing yet. */
  add(
    name: string,
    { labels = {}, ...more }: { labels?: Record<string, string>; spec?: object; status?: object } = {},
  ): void {
    const body = {
      metadata: { name, labels: { "millrace.dev/place": name, "millrace.dev/rank": "0", ...labels } },
      spec: {},
    };
    this.#store(this.pods, body as unknown as Stored);
    this.change(name, more);
  }

  #pod(name: string): Stored {
    const pod = this.pods.get(name);
    if (!pod) throw new Error(`there is no ${name}`);
    return pod;
  }

  #note(type: Change["type"], object: Stored): void {
    this.#version += 1;
    object.metadata.resourceVersion = String(this.#version);
    this.#changes.push({ version: this.#version, type, object: structuredClone(object) });
    this.changed();
  }

  #store(into: Map<string, Stored>, body: Stored): Stored {
    const metadata = {
      ...body.metadata,
      uid: randomUUID(),
      creationTimestamp: "2026-11-27T03:00:00Z",
      resourceVersion: "",
    };
    // Only a Pod has these, by which a watch of Pods knows them.
    const ofPod = into === this.pods ? { spec: { ...body.spec }, status: { phase: "Pending" } } : {};
    const stored = { ...body, metadata, ...ofPod };
    into.set(metadata.name, stored);
    this.#note("ADDED", stored);
    return stored;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.most = Math.max(this.most, (this.#open += 1));
    response.once("close", () => (this.#open -= 1));
    let text = "";
    for await (const part of request) text += String(part);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
    const method = request.method ?? "";
    const body = text === "" ? null : (JSON.parse(text) as Body);
    this.asked.push({ method, path: pathname, query: searchParams, body });
    const instead = this.instead.get(`${method} ${pathname}`);
    if (instead) return void instead(request, response);
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return fail(response, 401, "Unauthorized", "Unauthorized");
    if (text !== "" && request.headers["content-type"] !== "application/json")
      return fail(response, 415, "UnsupportedMediaType", "the body is not JSON");
    const watches = searchParams.has("watch");
    const isList = method === "GET" && !/\/(pods|secrets)\/[^/]+$/.test(pathname);
    const kind = watches
      ? "watch"
      : method === "POST" && /\/(pods|secrets)$/.test(pathname)
        ? "create"
        : isList
          ? "list"
          : "other";
    const odd = [...searchParams.keys()].filter((key) => !QUERIES[kind]?.includes(key));
    if (odd.length > 0) return fail(response, 400, "BadRequest", `unknown parameters ${odd.join(", ")}`);
    this.#answer({ method, path: pathname, query: searchParams, body }, response);
  }

  #answer(asked: (typeof this.asked)[number], response: ServerResponse): void {
    const { method, path, query, body } = asked;
    const object = new RegExp(`^${NAMESPACE}/(pods|secrets)/([^/]+)$`).exec(path);
    if (object)
      return this.#one(
        method,
        object[1] === "pods" ? this.pods : this.secrets,
        { kind: object[1] ?? "", name: object[2] ?? "" },
        body,
        response,
      );
    const version = { gitVersion: "v1.34.1" };
    const lists: Record<string, () => object[]> = {
      [`GET ${NAMESPACE}/pods`]: () => [...this.pods.values()],
      "GET /api/v1/pods": () => [...this.pods.values()],
      [`GET ${NAMESPACE}/events`]: () => this.events,
      "GET /api/v1/nodes": () => this.nodes,
      "GET /apis/kueue.x-k8s.io/v1beta1/namespaces/gpu/workloads": () => this.workloads,
    };
    const list = lists[`${method} ${path}`];
    if (list && query.has("watch")) return this.#watch(query, response);
    if (list) return this.#list(list(), query, response);
    if (method === "GET" && path === "/version") return send(response, 200, version);
    if (method === "GET" && path === "/apis/kueue.x-k8s.io" && this.kueue)
      return send(response, 200, { kind: "APIGroup", versions: this.kueue.map((one) => ({ version: one })) });
    if (method === "POST" && path === `${NAMESPACE}/pods`) return this.#create(this.pods, "Pod", asked, response);
    if (method === "POST" && path === `${NAMESPACE}/secrets`)
      return this.#create(this.secrets, "Secret", asked, response);
    if (method === "POST" && path === "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews") {
      if (!this.#fits("SelfSubjectAccessReview", body, response)) return;
      const { resourceAttributes } = (body as { spec: { resourceAttributes: Record<string, string> } }).spec;
      return send(response, 201, { ...body, status: { allowed: this.allowed(resourceAttributes) } });
    }
    fail(response, 404, "NotFound", "the server could not find the requested resource");
  }

  #fits(kind: string, body: Body | null, response: ServerResponse): boolean {
    const check = ajv.getSchema(`https://kubernetes.io/openapi#/definitions/${kind}`);
    if (!check) throw new Error(`no schema of ${kind}`);
    if (check(body)) return true;
    fail(response, 400, "BadRequest", `strict decoding error: ${ajv.errorsText(check.errors)}`);
    return false;
  }

  #create(
    into: Map<string, Stored>,
    kind: string,
    { body, query }: { body: Body | null; query: URLSearchParams },
    response: ServerResponse,
  ): void {
    if (!this.#fits(kind, body, response)) return;
    const object = body as unknown as Stored;
    const { name } = object.metadata;
    if (
      !/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(name) ||
      Object.values(object.metadata.labels ?? {}).some((value) => value.length > 63)
    )
      return fail(response, 422, "Invalid", `${kind} "${name}" is invalid`);
    if (into.has(name)) return fail(response, 409, "AlreadyExists", `${kind} "${name}" already exists`, name);
    if (kind === "Pod" && this.kueue && object.metadata.labels?.["kueue.x-k8s.io/queue-name"]) {
      object.metadata.labels["kueue.x-k8s.io/managed"] = "true";
      object.spec = { ...object.spec, schedulingGates: [{ name: "kueue.x-k8s.io/admission" }] };
    }
    if (query.get("dryRun") === "All")
      return send(response, 201, {
        ...object,
        metadata: { ...object.metadata, uid: "dry", creationTimestamp: null },
      });
    send(response, 201, this.#store(into, object));
  }

  #one(
    method: string,
    from: Map<string, Stored>,
    { kind, name }: { kind: string; name: string },
    body: Body | null,
    response: ServerResponse,
  ): void {
    const stored = from.get(name);
    if (!stored) return fail(response, 404, "NotFound", `${kind} "${name}" not found`, name);
    if (method === "GET") return send(response, 200, stored);
    if (method !== "DELETE") return fail(response, 405, "MethodNotAllowed", "no");
    if (body !== null && !this.#fits("DeleteOptions", body, response)) return;
    const { uid } = (body?.["preconditions"] ?? {}) as { uid?: string };
    if (uid !== undefined && uid !== stored.metadata.uid)
      return fail(response, 409, "Conflict", `the UID in the precondition (${uid}) does not match`, name);
    // A Pod of no node goes at once, another one with its grace.
    if (kind === "pods" && stored.spec.nodeName) {
      this.change(name, { metadata: { deletionTimestamp: "2026-11-27T03:20:30Z", deletionGracePeriodSeconds: 30 } });
    } else {
      from.delete(name);
      this.#note("DELETED", stored);
    }
    send(response, 200, stored);
  }

  #list(all: object[], query: URLSearchParams, response: ServerResponse): void {
    const items = all.filter((one) => fits(one as Stored, query));
    const [from, limit] = [Number(query.get("continue") ?? 0), Number(query.get("limit") ?? Infinity)];
    const next = from + limit < items.length ? String(from + limit) : undefined;
    const metadata = { resourceVersion: String(this.#version), ...(next ? { continue: next } : {}) };
    send(response, 200, { kind: "List", metadata, items: items.slice(from, from + limit) });
  }

  /** It says at once what there is to say: the tests need not wait for its second. */
  #watch(query: URLSearchParams, response: ServerResponse): void {
    const since = Number(query.get("resourceVersion"));
    response.writeHead(200, { "content-type": "application/json" });
    if (since < this.oldest) {
      const object = { kind: "Status", code: 410, reason: "Expired", message: "too old resource version" };
      return void response.end(`${JSON.stringify({ type: "ERROR", object })}\n`);
    }
    const changes = this.#changes.filter(
      ({ version, object }) => version > since && "spec" in object && fits(object, query),
    );
    for (const { type, object } of changes) response.write(`${JSON.stringify({ type, object })}\n`);
    response.end(
      `${JSON.stringify({ type: "BOOKMARK", object: { kind: "Pod", metadata: { resourceVersion: String(this.#version) } } })}\n`,
    );
  }
}

function fits(one: Stored, query: URLSearchParams): boolean {
  const labels = (query.get("labelSelector") ?? "").split(",").filter(Boolean);
  const fields = (query.get("fieldSelector") ?? "").split(",").filter(Boolean);
  const ofLabels = labels.every((selector) => {
    const [key = "", value] = selector.split("=");
    const found = one.metadata.labels?.[key];
    return value === undefined ? found !== undefined : found === value;
  });
  return (
    ofLabels &&
    fields.every((selector) => {
      const [, path = "", sign = "", value = ""] = /^([\w.]+)(!?=)(.*)$/.exec(selector) ?? [];
      const found = path.split(".").reduce<unknown>((of, key) => (of as Body | undefined)?.[key], one);
      return (found === value) === (sign === "=");
    })
  );
}

export function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A failure, as Kubernetes writes it down. */
export function fail(response: ServerResponse, code: number, reason: string, message: string, name?: string): void {
  send(response, code, {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    code,
    reason,
    message,
    details: name ? { name } : {},
  });
}
