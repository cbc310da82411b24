import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { type Body, type FakeContainer, inspected, listed, ofDocker, ofPodman } from "./fake-container";

/** Largest body, in characters, that Docker accepts as empty. */
const DOCKERS_NOTHING = 7;

type Answer = [status: number, body?: unknown];

/**
 * A container engine on a socket, whose containers are plain processes of this machine: the same server that a real one
 * starts, so that customers can log in. It supports what the agent requests from Podman or Docker, and no more.
 */
export class FakeEngine {
  readonly socketPath: string;
  readonly kind: "podman" | "docker";
  /** All requests, as they were sent. */
  readonly asked: { method: string; path: string; body: Body; headers: IncomingMessage["headers"] }[] = [];
  readonly containers = new Map<string, FakeContainer>();
  readonly networks = new Set<string>();
  readonly images = new Set<string>();
  /** Lines of the answers to the next pulls; `null` holds the pull until it is given up. */
  pull: (Body | null)[] = [];
  /** Stops answering any request. */
  hangs = false;
  /** Folder in which it keeps containers; undefined: it tells none. */
  storageDir: string | undefined;
  /** True: from the next start on it refuses to list containers, until this is set to false again. */
  losesListAtStart = false;
  #listless = false;
  /** The highest number of containers that were being started at once. */
  startsAtOnce = 0;
  #starts = 0;
  /** The highest number of containers that were being removed at once. */
  removalsAtOnce = 0;
  #removals = 0;
  /** Ports that are in use by somebody else. */
  readonly takenPorts = new Set<number>();
  takenBecause = "cannot listen on the TCP port: bind: address already in use";
  readonly #dir: string;
  readonly #events = new Set<ServerResponse>();
  readonly #held = new Set<ServerResponse>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(dir: string, kind: "podman" | "docker") {
    this.kind = kind;
    this.#dir = dir;
    this.socketPath = join(dir, "engine.sock");
  }

  async start(): Promise<void> {
    this.#server.listen(this.socketPath);
    await once(this.#server, "listening");
  }

  async stop(): Promise<void> {
    for (const id of this.containers.keys()) await this.remove(id);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Lets the held ones end. */
  endPulls(): void {
    for (const response of this.#held) response.end();
  }

  /** Containers that agents asked it to create. */
  bodyOf(path: RegExp): Body {
    return this.asked.findLast((one) => one.method === "POST" && path.test(one.path))?.body ?? {};
  }

  /** Removes a container, as a person does by hand. */
  async remove(id: string): Promise<void> {
    await this.#end(this.containers.get(id));
    this.containers.delete(id);
    this.#tell();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://engine");
    const path = decodeURI(url.pathname).replace("/v4.0.0/libpod", "");
    const text = await textOf(request);
    const body = JSON.parse(text || "{}") as Body;
    this.asked.push({ method: request.method ?? "", path, body, headers: request.headers });
    if (this.hangs) return;
    if (this.kind === "docker" && path.endsWith("/start") && text.length > DOCKERS_NOTHING)
      return void response
        .writeHead(400)
        .end(JSON.stringify({ message: "starting container with non-empty request body" }));
    if (path === "/events") return void this.#events.add(response.writeHead(200));
    if (/^\/images\/(pull|create)$/.test(path)) return await this.#pull(url, response);
    const [status, answer] = await this.#answer(request.method ?? "", path, url.searchParams, body);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
  }

  async #answer(method: string, path: string, query: URLSearchParams, body: Body): Promise<Answer> {
    const name = path.split("/")[2] ?? "";
    const container = [...this.containers.values()].find((one) => one.id === name || one.name === name);
    if (path === "/version")
      return [200, { Version: "4.3.1", Components: this.kind === "podman" ? [{ Name: "Podman Engine" }] : [] }];
    if (path === "/info")
      return [
        200,
        { Driver: "overlay", LiveRestoreEnabled: true, SecurityOptions: [], DockerRootDir: this.storageDir },
      ];
    if (path === "/containers/json")
      return this.#listless && this.losesListAtStart
        ? [500, { message: "database is locked" }]
        : [200, [...this.containers.values()].map(listed)];
    if (path === "/networks/create") {
      this.networks.add(String(body["name"] ?? body["Name"]));
      this.startsAtOnce = Math.max(this.startsAtOnce, (this.#starts += 1));
      return [201];
    }
    if (path === "/containers/create") return [201, { Id: this.#create(query, body) }];
    if (path === "/images/json") return [200, [...this.images].map((image) => ({ Created: 1, RepoTags: [image] }))];
    if (path.startsWith("/images/")) {
      const known = this.images.has(path.replace(/^\/images\/|\/json$/g, ""));
      return known
        ? [200, { Id: "sha256:1", Config: { Env: ["PATH=/usr/bin:/bin"] } }]
        : [404, { message: "no such image" }];
    }
    if (method === "DELETE" && path.startsWith("/networks/")) return [this.networks.delete(name) ? 204 : 404];
    if (!container) return [404, { message: "no such container" }];
    if (method === "DELETE") return await this.#remove(container.id);
    if (path.endsWith("/init")) container.prepared = true;
    if (path.endsWith("/start")) this.#listless = true;
    if (path.endsWith("/start")) return await this.#start(container).finally(() => (this.#starts -= 1));
    if (path.endsWith("/stop")) return await this.#end(container).then(() => [204]);
    return [200, inspected(container)];
  }

  async #remove(id: string): Promise<Answer> {
    this.removalsAtOnce = Math.max(this.removalsAtOnce, (this.#removals += 1));
    await this.remove(id);
    this.#removals -= 1;
    return [204];
  }

  async #pull(url: URL, response: ServerResponse): Promise<void> {
    response.writeHead(200);
    for (const line of this.pull) {
      if (line === null) return void this.#held.add(response);
      response.write(`${JSON.stringify(line)}\n`);
    }
    if (!this.pull.some((line) => line && "error" in line))
      this.images.add(url.searchParams.get("reference") ?? url.searchParams.get("fromImage") ?? "");
    response.end();
  }

  #create(query: URLSearchParams, body: Body): string {
    const id = randomUUID();
    this.containers.set(id, {
      id,
      ...(this.kind === "podman" ? ofPodman(body) : ofDocker(query, body)),
      ...{ process: null, prepared: false, exitCode: null },
    });
    return id;
  }

  async #start(container: FakeContainer): Promise<Answer> {
    if (this.takenPorts.has(container.port)) return [500, { message: this.takenBecause }];
    const home = join(this.#dir, "homes", container.id);
    mkdirSync(home, { recursive: true });
    const paths = JSON.parse(container.environment["MILLRACE_PATHS"] ?? "{}") as Record<string, unknown>;
    const outside = (inside: string) => container.mounts.find((mount) => mount.path === inside)?.source;
    const env = {
      ...container.environment,
      ...{ PATH: process.env["PATH"], NODE_ENV: "test", LD_LIBRARY_PATH: "" },
      MILLRACE_PATHS: JSON.stringify({
        ...{ conf: outside(String(paths["conf"])), run: outside(String(paths["run"])), bin: this.#dir, home },
        log: outside(String(paths["log"])),
        container: { port: container.port, environment: {} },
      }),
    };
    const child = spawn("node_modules/.bin/bun", ["worker/agent/role-main.ts", "task-server"], {
      env: env as NodeJS.ProcessEnv,
      stdio: "ignore",
    });
    await once(child, "spawn");
    container.process = child;
    child.once("exit", (code) => {
      container.exitCode = code ?? 137;
      this.#tell();
    });
    this.#tell();
    return [204];
  }

  async #end(container: FakeContainer | undefined): Promise<void> {
    const child = container?.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 3_000);
    await ended;
    clearTimeout(late);
    rmSync(join(this.#dir, "homes", container.id), { recursive: true, force: true });
  }

  #tell(): void {
    for (const listener of this.#events) listener.write(`${JSON.stringify({ Type: "container" })}\n`);
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}
