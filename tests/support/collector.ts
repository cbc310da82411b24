import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "./until";

interface Value {
  stringValue?: string;
  intValue?: number | string;
  doubleValue?: number;
  boolValue?: boolean;
}
interface Attribute {
  key: string;
  value: Value;
}
interface Resource {
  attributes: Attribute[];
}
type Attributes = Record<string, string | number | boolean | undefined>;

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
}

export interface CollectedSpan extends Omit<SentSpan, "attributes"> {
  service: string;
  attributes: Attributes;
}

export interface CollectedLog {
  service: string;
  traceId?: string;
  spanId?: string;
  severityText: string;
  body: string;
  attributes: Attributes;
}

/** A receiver of OTLP over HTTP, as a collector is one: it decodes JSON and keeps everything. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  readonly logs: CollectedLog[] = [];
  /** The bodies as they came, to search for what must not be in them. */
  readonly bodies: string[] = [];
  readonly headers: IncomingMessage["headers"][] = [];
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      this.headers.push(request.headers);
      this.#take(request.url ?? "", Buffer.concat(parts).toString());
      response.setHeader("Content-Type", "application/json").end("{}");
    });
  });

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Waits for a span. */
  async span(what: string, matches: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
    return await until(what, () => this.spans.find(matches));
  }

  /** The spans of a trace by their names. */
  trace(traceId: string): Record<string, CollectedSpan> {
    return Object.fromEntries(this.spans.filter((span) => span.traceId === traceId).map((span) => [span.name, span]));
  }

  #take(path: string, body: string): void {
    this.bodies.push(body);
    const sent = JSON.parse(body) as {
      resourceSpans?: { resource: Resource; scopeSpans: { spans: SentSpan[] }[] }[];
      resourceLogs?: { resource: Resource; scopeLogs: { logRecords: Record<string, unknown>[] }[] }[];
    };
    if (path === "/v1/traces")
      for (const { resource, scopeSpans } of sent.resourceSpans ?? [])
        for (const span of scopeSpans.flatMap(({ spans }) => spans))
          this.spans.push({ ...span, service: serviceOf(resource), attributes: plain(span.attributes) });
    if (path === "/v1/logs")
      for (const { resource, scopeLogs } of sent.resourceLogs ?? [])
        for (const record of scopeLogs.flatMap(({ logRecords }) => logRecords))
          this.logs.push({
            ...(record as unknown as CollectedLog),
            service: serviceOf(resource),
            body: (record["body"] as Value | undefined)?.stringValue ?? "",
            attributes: plain(record["attributes"] as Attribute[]),
          });
  }
}

function serviceOf({ attributes }: Resource): string {
  return String(plain(attributes)["service.name"]);
}

function plain(attributes: readonly Attribute[]): Attributes {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? value.boolValue ?? (value.intValue && Number(value.intValue)),
    ]),
  );
}
