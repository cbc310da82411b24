import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

export interface Receiver {
  url: string;
  /** Events with a valid signature, in the order of arrival. */
  events: Stripe.Event[];
  refused: number;
  /** Answers 500 to this many more requests. */
  failing: number;
  close(): Promise<void>;
}

/** A receiver of webhooks. */
export async function openReceiver(secret: string): Promise<Receiver> {
  const server: Server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const raw = Buffer.concat(chunks).toString();
      const signature = String(request.headers["stripe-signature"]);
      const status = await take(raw, signature);
      response.writeHead(status).end();
    })();
  });
  const take = async (raw: string, signature: string): Promise<number> => {
    try {
      const event = await Stripe.webhooks.constructEventAsync(raw, signature, secret);
      if (receiver.failing > 0) {
        receiver.failing -= 1;
        return 500;
      }
      receiver.events.push(event);
      return 200;
    } catch {
      receiver.refused += 1;
      return 400;
    }
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`,
    events: [],
    refused: 0,
    failing: 0,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}
