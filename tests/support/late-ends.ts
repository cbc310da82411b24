import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/** PostgreSQL's message that all rows of a copy were sent. */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);
const LATE_MS = 5;

/**
 * A connection to a database on which everything after the last row of a copy arrives a little later, as on a busy
 * machine.
 */
export async function startLateEnds(databaseUrl: string): Promise<{ url: string; close: () => void }> {
  const target = new URL(databaseUrl);
  const server = createServer((inward) => {
    const outward = connect(Number(target.port), target.hostname);
    for (const socket of [inward, outward]) socket.on("error", () => {}).setNoDelay(true);
    inward.pipe(outward);
    inward.on("close", () => outward.destroy());
    outward.on("close", () => inward.destroy());
    outward.on("data", (bytes: Buffer) => {
      const at = bytes.indexOf(COPY_DONE);
      if (at < 0) return void inward.write(bytes);
      inward.write(bytes.subarray(0, at + COPY_DONE.length));
      outward.pause();
      setTimeout(() => {
        inward.write(bytes.subarray(at + COPY_DONE.length));
        outward.resume();
      }, LATE_MS);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, close: () => server.close() };
}
