import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";

/** Linux's flag for a handle that only names a file; Node has no word for it. */
const O_PATH = 0o10000000;

/** The socket of a task's SSH server within the folder `run`. */
export const SOCKET_NAME = "ssh.sock";

/**
 * Connects to the server inside a task, or to another socket next to it. They are in a folder that the customer may
 * write to. A link there could name any socket of the machine, so it is not followed, and only the socket that was
 * checked is connected to.
 */
export function connectInside(runDir: string, name = SOCKET_NAME): Socket {
  const handle = openSync(join(runDir, name), O_PATH | constants.O_NOFOLLOW);
  const done = () => closeSync(handle);
  if (!fstatSync(handle).isSocket()) {
    done();
    throw new Error("the task's server has no socket");
  }
  const socket = connect({ path: `/proc/self/fd/${handle}`, allowHalfOpen: true });
  let open = true;
  for (const event of ["connect", "close"] as const) {
    socket.once(event, () => {
      if (open) done();
      open = false;
    });
  }
  return socket;
}
