import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const CHUNK_BYTES = 65_536;

/** An image registry on loopback, with the requests that engines send to pull. */
export class ImageRegistry {
  readonly #blobs = new Map<string, Buffer>();
  readonly #manifests = new Map<string, Buffer>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  /** The user and password that it requires. */
  credentials: { username: string; password: string } | null = null;
  /** Ends each connection in the middle of a layer. */
  cutsOff = false;
  /** Answers with bytes that differ from the layer's. */
  changes = false;

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Keeps an image under `name:1`, of one layer. Returns its reference and digest. */
  add(name: string, tar: Buffer, environment: string[] = []): { reference: string; digest: string } {
    return this.addLayers(name, [tar], environment);
  }

  addLayers(name: string, tars: Buffer[], environment: string[] = []): { reference: string; digest: string } {
    const config = Buffer.from(
      JSON.stringify({
        ...{ architecture: "amd64", os: "linux", config: { Env: environment } },
        rootfs: { type: "layers", diff_ids: tars.map((tar) => this.#digest(tar)) },
        history: tars.map(() => ({ created_by: "millrace" })),
      }),
    );
    const manifest = Buffer.from(
      JSON.stringify({
        ...{ schemaVersion: 2, mediaType: MANIFEST },
        config: this.#keep(config, "application/vnd.oci.image.config.v1+json"),
        layers: tars.map((tar) =>
          this.#keep(gzipSync(tar, { level: 1 }), "application/vnd.oci.image.layer.v1.tar+gzip"),
        ),
      }),
    );
    const digest = this.#digest(manifest);
    this.#manifests.set(`${name}/1`, manifest).set(`${name}/${digest}`, manifest);
    return { reference: `127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}:1`, digest };
  }

  #keep(bytes: Buffer, mediaType: string) {
    const digest = this.#digest(bytes);
    this.#blobs.set(digest, bytes);
    return { mediaType, digest, size: bytes.length };
  }

  #digest(bytes: Buffer): string {
    return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    if (this.credentials && !isBasic(request, this.credentials))
      return void response.writeHead(401, { "www-authenticate": 'Basic realm="images"' }).end();
    if (path === "/v2/") return void response.writeHead(200).end("{}");
    const [, name = "", kind = "", id = ""] = /^\/v2\/(.+)\/(manifests|blobs)\/([^/]+)$/.exec(path) ?? [];
    const bytes = kind === "manifests" ? this.#manifests.get(`${name}/${id}`) : this.#blobs.get(id);
    if (!bytes) {
      const code = kind === "manifests" ? "MANIFEST_UNKNOWN" : "BLOB_UNKNOWN";
      return void response.writeHead(404).end(JSON.stringify({ errors: [{ code, message: "manifest unknown" }] }));
    }
    const type = kind === "manifests" ? MANIFEST : "application/octet-stream";
    response.writeHead(200, {
      ...{ "content-type": type, "content-length": bytes.length },
      "docker-content-digest": kind === "manifests" ? this.#digest(bytes) : id,
    });
    if (request.method === "HEAD") return void response.end();
    const isLayer = bytes.length > CHUNK_BYTES;
    if (isLayer && this.cutsOff)
      return void response.write(bytes.subarray(0, CHUNK_BYTES), () => request.socket.destroy());
    response.end(isLayer && this.changes ? Buffer.alloc(bytes.length, 7) : bytes);
  }
}

function isBasic(request: IncomingMessage, { username, password }: { username: string; password: string }): boolean {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return request.headers.authorization === expected;
}
