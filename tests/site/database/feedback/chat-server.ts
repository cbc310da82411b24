import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface ChatServer {
  url: string;
  /** Requests that it received, in order. */
  heard: Record<string, unknown>[];
  /** Status of its next answers. */
  answer: (status: number) => void;
  /** Accepts requests and does not respond, until it answers again. */
  hang: () => void;
  close: () => Promise<void>;
}

/** A webhook on loopback, like that of a team chat. */
export async function startChatServer(): Promise<ChatServer> {
  const heard: Record<string, unknown>[] = [];
  let status: number | null = 200;
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      heard.push(JSON.parse(text) as Record<string, unknown>);
      if (status === null) return;
      response.writeHead(status, status === 302 ? { Location: "/elsewhere" } : {}).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/1`,
    heard,
    answer: (next) => (status = next),
    hang: () => (status = null),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
