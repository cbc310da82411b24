import type { Socket } from "socket.io-client";
import { ReceiveWindow, SendWindow } from "~/fleet/agent-window";

/** Largest piece of a keystroke or pasted text, so that none is refused as too large. */
const PIECE_BYTES = 64 * 1024;

interface Asked {
  resvGuid: string;
  /** The number of the task's node, from 1. */
  node: number;
  /** The tenant for which the page was rendered. */
  team: string;
  cols: number;
  rows: number;
}

interface TerminalEvents {
  onOpen: () => void;
  /** Resolves when the bytes are drawn: at most one window is in flight. */
  onData: (bytes: Uint8Array) => Promise<void>;
  /** Called at the end, with an exit code or a word for the reason. */
  onEnded: (why: string | { exit: number | null }) => void;
}

export interface TerminalSocket {
  type: (text: string) => void;
  resize: (size: { cols: number; rows: number }) => void;
  close: () => void;
}

/** Opens a socket for one terminal, so that its output does not hold up the page's live figures. */
export async function openTerminal(
  origin: string,
  { resvGuid, ...asked }: Asked,
  events: TerminalEvents,
): Promise<TerminalSocket> {
  const { io } = await import("socket.io-client");
  const socket = io(`${origin}/terminal`, {
    transports: ["websocket"],
    withCredentials: true,
    forceNew: true,
    reconnection: false,
    timeout: 10_000,
    auth: { resv_guid: resvGuid, ...asked },
  });
  return serveSocket(socket, events);
}

function serveSocket(socket: Socket, { onOpen, onData, onEnded }: TerminalEvents): TerminalSocket {
  const sending = new SendWindow();
  const receiving = new ReceiveWindow();
  const waiting: Uint8Array[] = [];
  let over = false;
  const end: TerminalEvents["onEnded"] = (why) => {
    if (!over) onEnded(why);
    over = true;
    socket.disconnect();
  };
  const send = () => {
    for (let bytes = waiting[0]; bytes; bytes = waiting[0]) {
      const length = sending.take(Math.min(bytes.length, PIECE_BYTES));
      if (length === 0) return;
      socket.emit("data", bytes.subarray(0, length));
      if (length < bytes.length) waiting[0] = bytes.subarray(length);
      else waiting.shift();
    }
  };
  socket.on("open", onOpen);
  socket.on("data", (given: ArrayBuffer) => {
    receiving.arrived(given.byteLength);
    void onData(new Uint8Array(given)).then(() => {
      const taken = receiving.take(given.byteLength);
      if (taken > 0) socket.emit("taken", taken);
    });
  });
  socket.on("taken", (bytes: unknown) => {
    if (sending.give(bytes)) send();
  });
  socket.on("ended", end);
  socket.on("disconnect", () => end("lost"));
  socket.on("connect_error", ({ message }) => end(message));
  const encoder = new TextEncoder();
  return {
    type: (text) => {
      if (over || text === "") return;
      waiting.push(encoder.encode(text));
      send();
    },
    resize: (size) => {
      if (!over) socket.emit("size", size);
    },
    close: () => {
      over = true;
      socket.disconnect();
    },
  };
}
