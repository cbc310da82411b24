import { connect } from "node:net";

const LOOK_MS = 15;
const ANSWER_MS = 2_000;

/** Resolves to true when an SSH server answers on the port, and to false when nobody needs it any more. */
export async function untilBanner(given: { bind: string; port: number; goesOn: () => boolean }): Promise<boolean> {
  const host = given.bind === "0.0.0.0" ? "127.0.0.1" : given.bind === "::" ? "::1" : given.bind;
  while (given.goesOn()) {
    if (await answers(host, given.port)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}

async function answers(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  try {
    return await new Promise((resolve) => {
      socket.setTimeout(ANSWER_MS, () => resolve(false));
      socket.once("error", () => resolve(false)).once("close", () => resolve(false));
      socket.once("data", (data: Buffer) => resolve(data.toString("latin1").startsWith("SSH-2.0-")));
    });
  } finally {
    socket.destroy();
  }
}
