import net from "node:net";

/** A connection to a database that breaks and comes back. */
export interface CutLine {
  url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function startCutLine(databaseUrl: string): Promise<CutLine> {
  const real = new URL(databaseUrl);
  const ends = new Set<net.Socket>();
  const line = net.createServer((client) => {
    const server = net.connect(Number(real.port), real.hostname);
    for (const end of [client, server]) {
      ends.add(end);
      end.on("error", () => {});
      end.on("close", () => ends.delete(end));
    }
    client.pipe(server).pipe(client);
  });
  const listen = async (port: number) => {
    await new Promise<void>((resolve) => void line.listen(port, "127.0.0.1", resolve));
    return (line.address() as net.AddressInfo).port;
  };
  const port = await listen(0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const cut = async () => {
    const closed = new Promise((resolve) => line.close(resolve));
    for (const end of ends) end.destroy();
    await closed;
  };
  return { url: url.href, cut, mend: async () => void (await listen(port)) };
}
