import type { Entity } from "~/domain/announce.server";

/** The live events (5.2), named once for both sides. */
export type LiveEntity =
  Exclude<Entity, "desired" | "session" | "wake" | "agent" | "agent-key"> | "task_load" | "resync";

/** What every live event carries (5.1). `data` is the entity's full present state, null when it is gone. */
export interface LiveEvent<Data = unknown> {
  entity: LiveEntity;
  key: string;
  /** Integer per (entity, key); a client drops what is not newer than what it shows. */
  version: number;
  /** Epoch seconds. */
  ts: number;
  data: Data | null;
}
