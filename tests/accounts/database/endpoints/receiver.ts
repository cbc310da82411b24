import http, { type IncomingHttpHeaders, type RequestListener } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { addEndpoint } from "~/accounts/inside/endpoints/change-endpoints.server";
import { EVENT_TYPES } from "~/platform/event-types";
import { env } from "~/platform/env.server";
import type { TenantInWorld } from "../../../support/world";

/** The receivers of the tests are on this machine. */
export function allowLoopback(): void {
  Object.assign(env, { WEBHOOK_LOOPBACK: true });
}

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  end(): Promise<void>;
}

/** A customer's program; it answers 200 unless told otherwise. */
export async function aReceiver(
  answer: RequestListener = (_request, response) => void response.end("ok"),
  tls?: { key: string; cert: string },
): Promise<Receiver> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      received.push({ path, headers, body: Buffer.concat(parts).toString() });
      answer(request, response);
    });
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}/hooks`,
    port,
    received,
    end: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An endpoint of the tenant; it receives every event unless told otherwise. */
export async function anEndpoint(
  { tenantId, userId }: Pick<TenantInWorld, "tenantId" | "userId">,
  given: { url: string; eventTypes?: string[]; now?: Date },
): Promise<{ endpointId: string; secret: string }> {
  const { url, eventTypes = [...EVENT_TYPES], now = new Date() } = given;
  return await addEndpoint({ tenantId, userId, requestId: "test", now }, { url, description: "", eventTypes });
}
