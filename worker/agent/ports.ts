import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";

const SPARES = 2;
/** File with the system's range of ports for outgoing connections: two numbers. */
const OUTGOING = "/proc/sys/net/ipv4/ip_local_port_range";

/** Lists faults of a range of ports for tasks, one line each with what to do. */
export function lacksOfPorts({ first, last }: { first: number; last: number }, outgoing = readOutgoing()): string[] {
  const [from = 0, to = -1] = outgoing.split(/\s+/).filter(Boolean).map(Number);
  if (last < from || first > to) return [];
  return [
    `outgoing connections of this machine may take tasks' ports: set MILLRACE_SSH_PORTS to a range outside ${from}-${to}, or net.ipv4.ip_local_port_range to one outside ${first}-${last}`,
  ];
}

function readOutgoing(): string {
  return existsSync(OUTGOING) ? readFileSync(OUTGOING, "latin1") : "";
}

/** Ports for the tasks' SSH servers, taken in turn from a range and proved free by binding them. */
export class Ports {
  readonly #bind: string;
  readonly #first: number;
  readonly #last: number;
  #next: number;

  constructor(bind: string, range: { first: number; last: number }) {
    this.#bind = bind;
    this.#first = range.first;
    this.#last = range.last;
    this.#next = range.first;
  }

  /** Chooses a port for a start, with spares in case another program takes it. */
  async chooseWithSpares(taken: ReadonlySet<number>): Promise<{ port: number; spare_ports: number[] }> {
    const port = await this.choose(taken);
    const spare_ports: number[] = [];
    while (spare_ports.length < SPARES) {
      const spare = await this.choose(new Set([...taken, port, ...spare_ports])).catch(() => null);
      if (spare === null) break;
      spare_ports.push(spare);
    }
    return { port, spare_ports };
  }

  /** Chooses a port on which nothing listens now and that is not among `taken`. */
  async choose(taken: ReadonlySet<number>): Promise<number> {
    for (let tries = this.#last - this.#first; tries >= 0; tries -= 1) {
      const port = this.#next;
      this.#next = port === this.#last ? this.#first : port + 1;
      if (!taken.has(port) && (await isFree(this.#bind, port))) return port;
    }
    throw new Error(`no free port from ${this.#first} to ${this.#last}`);
  }
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
