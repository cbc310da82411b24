import { createServer, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface ProviderGate {
  origin: string;
  /**
   * Holds back the answer of the next request like `POST /v1/refunds`; resolves when the provider has carried it out.
   */
  hold(match: RegExp): Promise<void>;
  close(): Promise<void>;
}

/**
 * A proxy between a process and the provider: requests are carried out there, and answers may be held back for ever.
 */
export async function openGate(provider: () => string): Promise<ProviderGate> {
  const held = new Set<{ match: RegExp; done: () => void }>();
  const server: Server = createServer((incoming, outgoing) => {
    const what = `${incoming.method} ${incoming.url}`;
    const kept = [...held].find(({ match }) => match.test(what));
    if (kept) held.delete(kept);
    const { method, headers } = incoming;
    const onward = ask(new URL(incoming.url ?? "/", provider()), { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        if (kept) return kept.done();
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(parts));
      });
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    hold: async (match) => await new Promise<void>((done) => held.add({ match, done })),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
