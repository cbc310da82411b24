import { connect, createServer, type Server, type Socket } from "node:net";
import { takeLine } from "../keeper/first-line";

/** The socket in the folder `run` through which the agent reaches the task's own ports. */
export const PORTS_SOCKET = "ports.sock";
/** Answer to the agent for a port number. */
export const OPEN = "open";
export const REFUSED = "refused";
/** Loopback addresses inside the task; some programs listen only on the IPv6 one. */
export const LOOPBACKS = ["127.0.0.1", "::1"];
const LINE_MAX = 16;

/**
 * Forwards connections to ports of the task's loopback. Only root in the task and the agent can reach this socket, so
 * it needs no key and encrypts nothing on the machine itself (decision 0268).
 */
export function servePorts(socketPath: string): Server {
  const door = createServer({ allowHalfOpen: true }, (agent) => {
    agent.on("error", () => {});
    handThrough(agent).catch(() => agent.destroy());
  });
  return door.listen(socketPath);
}

async function handThrough(agent: Socket): Promise<void> {
  const port = Number(await takeLine(agent, LINE_MAX));
  const program = (await connected(LOOPBACKS[0], port)) ?? (await connected(LOOPBACKS[1], port));
  if (!program) return void agent.end(`${REFUSED}\r\n`);
  program.on("error", () => agent.destroy());
  program.once("close", () => agent.destroySoon());
  agent.once("close", () => program.destroy());
  if (agent.destroyed) return void program.destroy();
  agent.write(`${OPEN}\r\n`);
  program.pipe(agent);
  agent.pipe(program);
}

/** Null if nothing listens. */
async function connected(host: string | undefined, port: number): Promise<Socket | null> {
  return await new Promise((resolve, reject) => {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) return reject(new Error("no port"));
    const socket = connect({ host, port, allowHalfOpen: true });
    socket.once("error", () => resolve(null));
    socket.once("connect", () => resolve(socket));
  });
}
