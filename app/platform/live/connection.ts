import type { Manager, Socket } from "socket.io-client";
import type { DataOf, EntityOf, LiveEvent, Namespace } from "./events";
import { isLiveEvent } from "./newest";

/** Socket.io retries every few seconds, even where an attempt is neither accepted nor refused. */
const OPTIONS = {
  transports: ["websocket"],
  withCredentials: true,
  reconnectionDelayMax: 3000,
  timeout: 5000,
};

/** The one event without a state: it is shown once, and no path is polled for it. */
const NEWS = "notification";

/** The wait grows with each attempt that Socket.IO does not repeat by itself. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Permanent refusals: another login opens its own connection. */
const LASTING = ["unauthorized", "forbidden"];
/** Longer than a screen takes to load: its rows may be older than the events that arrived in the meantime. */
const RECENT_S = 60;

type Listener = (event: LiveEvent) => void;

interface Room {
  socket: Socket | null;
  /** When it went down, or was first requested; null while it is up. */
  downSinceMs: number | null;
  waitMs: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  listeners: Map<string, Set<Listener>>;
  /** The newest event of each row, the latest last. */
  recent: Map<string, LiveEvent>;
}

export interface Connection {
  /**
   * Listens to one entity's events, those of the last minute first; connects its namespace for the first listener.
   * Returns a function that stops.
   */
  listen: <N extends Namespace, E extends EntityOf<N>>(
    namespace: N,
    entity: E,
    listener: (event: LiveEvent<DataOf<N, E>>) => void,
  ) => () => void;
  isUp: (namespace: Namespace) => boolean;
  /** Checks that every namespace with a listener is up. */
  isWhole: () => boolean;
  /** Checks whether a namespace with a listener for figures has been down for `forMs`. */
  isInterrupted: (forMs: number) => boolean;
  close: () => void;
}

interface Hooks {
  /** Called when a namespace comes up or goes down. */
  onChange: () => void;
  /** Called when the shown data may have missed something: on connect, reconnect and `resync`. */
  onResync: () => void;
}

type LoadManager = (origin: string) => Promise<Manager>;

/** The page's one WebSocket. Socket.IO itself is fetched only now, so that no screen waits for it. */
export function openConnection(origin: string, hooks: Hooks, load: LoadManager = loadManager): Connection {
  const rooms = new Map<Namespace, Room>();
  // One manager for all namespaces, never shared with an earlier connection: its handshake carried other cookies.
  let manager: Promise<Manager> | null = null;
  let closed = false;

  const open = (namespace: Namespace): Room => {
    const listeners: Room["listeners"] = new Map();
    const room = {
      socket: null,
      downSinceMs: now(),
      waitMs: FIRST_WAIT_MS,
      timer: undefined,
      listeners,
      recent: new Map(),
    };
    rooms.set(namespace, room);
    void connect(namespace, room);
    return room;
  };
  const connect = async (namespace: Namespace, room: Room): Promise<void> => {
    try {
      manager ??= load(origin);
      const opened = await manager;
      if (closed) return;
      room.socket = opened.socket(namespace);
      followSocket(room.socket, room, hooks);
    } catch {
      // The socket's script did not load: the documented paths are polled until it does.
      manager = null;
      if (!closed) later(room, () => void connect(namespace, room));
    }
  };

  return {
    listen: (namespace, entity, listener) => {
      const room = rooms.get(namespace) ?? open(namespace);
      const listeners = room.listeners.get(entity) ?? new Set();
      // The server's events have the types in `LiveData`, because both sides derive from it.
      const typed = listener as Listener;
      room.listeners.set(entity, listeners.add(typed));
      for (const event of room.recent.values()) if (event.entity === entity) typed(event);
      return () => listeners.delete(typed);
    },
    isUp: (namespace) => rooms.get(namespace)?.downSinceMs === null,
    isWhole: () => [...rooms.values()].every(({ downSinceMs }) => downSinceMs === null),
    isInterrupted: (forMs) => [...rooms.values()].some((room) => hasFigures(room) && isDown(room, forMs)),
    close: () => {
      closed = true;
      for (const room of rooms.values()) {
        clearTimeout(room.timer);
        room.socket?.close();
      }
    },
  };
}

async function loadManager(origin: string): Promise<Manager> {
  const { Manager } = await import("socket.io-client");
  return new Manager(origin, OPTIONS);
}

function followSocket(socket: Socket, room: Room, { onChange, onResync }: Hooks): void {
  const again = () => later(room, () => socket.connect());
  socket.on("connect", () => {
    room.downSinceMs = null;
    room.waitMs = FIRST_WAIT_MS;
    onChange();
    onResync();
  });
  socket.on("connect_error", ({ message }) => {
    if (!socket.active && !LASTING.includes(message)) again();
  });
  socket.on("disconnect", (reason) => {
    room.downSinceMs = now();
    onChange();
    // The session ended or its rights changed: the next attempt shows which (5.1).
    if (reason === "io server disconnect") again();
  });
  socket.onAny((entity: string, event: unknown) => {
    if (entity === "resync") return onResync();
    if (!isLiveEvent(event)) return;
    if (entity !== NEWS) keepRecent(room, event);
    for (const listener of room.listeners.get(entity) ?? []) listener(event);
  });
}

function keepRecent({ recent }: Room, event: LiveEvent): void {
  const row = `${event.entity} ${event.key}`;
  if ((recent.get(row)?.version ?? -1) >= event.version) return;
  recent.delete(row);
  recent.set(row, event);
  for (const [kept, { ts }] of recent) {
    if (ts >= event.ts - RECENT_S) break;
    recent.delete(kept);
  }
}

function later(room: Room, connect: () => void): void {
  clearTimeout(room.timer);
  room.timer = setTimeout(connect, room.waitMs);
  room.waitMs = Math.min(2 * room.waitMs, LONGEST_WAIT_MS);
}

function hasFigures({ listeners }: Room): boolean {
  return [...listeners].some(([entity, present]) => entity !== NEWS && present.size > 0);
}

function isDown({ downSinceMs }: Room, forMs: number): boolean {
  return downSinceMs !== null && now() - downSinceMs >= forMs;
}

const now = () => performance.now();
