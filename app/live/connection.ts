import type { Manager, Socket } from "socket.io-client";
import type { LiveEvent } from "./events";
import { isLiveEvent } from "./newest";

/** A socket that is down is tried again every few seconds, also when an attempt is neither accepted nor refused. */
const OPTIONS = {
  transports: ["websocket"],
  withCredentials: true,
  reconnectionDelayMax: 3000,
  timeout: 5000,
};

export type Namespace = "/public" | "/customer" | "/operator";

type Listener = (event: LiveEvent) => void;

interface Room {
  socket: Socket | null;
  up: boolean;
  listeners: Map<string, Set<Listener>>;
}

export interface Connection {
  /** Hears one entity's events; connects its namespace at the first listener. Returns how to stop. */
  listen: (namespace: Namespace, entity: string, listener: Listener) => () => void;
  isUp: (namespace: Namespace) => boolean;
  close: () => void;
}

interface Hooks {
  /** A namespace came up or went down. */
  onChange: () => void;
  /** What is shown may have missed something: on connect, reconnect and `resync`. */
  onResync: () => void;
}

/** The page's one WebSocket. Socket.IO itself is fetched only now, so that no screen waits for it. */
export function openConnection(origin: string, { onChange, onResync }: Hooks): Connection {
  const rooms = new Map<Namespace, Room>();
  // One manager for all namespaces, never shared with an earlier connection: its handshake carried other cookies.
  let manager: Promise<Manager> | null = null;
  let closed = false;

  const open = (namespace: Namespace): Room => {
    const room: Room = { socket: null, up: false, listeners: new Map() };
    rooms.set(namespace, room);
    manager ??= import("socket.io-client").then(({ Manager }) => new Manager(origin, OPTIONS));
    void manager.then((opened) => {
      if (closed) return;
      room.socket = opened.socket(namespace);
      attend(room.socket, room, { onChange, onResync });
    });
    return room;
  };

  return {
    listen: (namespace, entity, listener) => {
      const room = rooms.get(namespace) ?? open(namespace);
      const listeners = room.listeners.get(entity) ?? new Set();
      room.listeners.set(entity, listeners.add(listener));
      return () => listeners.delete(listener);
    },
    isUp: (namespace) => rooms.get(namespace)?.up ?? false,
    close: () => {
      closed = true;
      for (const room of rooms.values()) room.socket?.close();
    },
  };
}

function attend(socket: Socket, room: Room, { onChange, onResync }: Hooks): void {
  socket.on("connect", () => {
    room.up = true;
    onChange();
    onResync();
  });
  socket.on("disconnect", () => {
    room.up = false;
    onChange();
  });
  socket.onAny((entity: string, event: unknown) => {
    if (entity === "resync") return onResync();
    if (!isLiveEvent(event)) return;
    for (const listener of room.listeners.get(entity) ?? []) listener(event);
  });
}
