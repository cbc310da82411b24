import type { DataOf, EntityOf, LiveEvent, Namespace } from "~/platform/live/events";
import type { Right } from "~/platform/may";
import { presentTime } from "~/platform/time.server";
import type { StaffRight } from "~/platform/staff-rights";
import { rightRoom, staffRoom, tenantRoom } from "./rooms";
import { readingVersion } from "./versions";

/** An event and its room; a null room is everyone in the namespace. */
export interface Addressed {
  namespace: Namespace;
  room: string | null;
  event: LiveEvent;
}

/** Time of the reading of the sent state. */
interface Reading {
  now: Date;
  /** The version of entities that have none in the database. */
  version: number;
}

/** Starts a reading, so that its version covers every earlier change. */
export function beginReading(): Reading {
  return { now: presentTime(), version: readingVersion() };
}

/** The present state of one key. */
interface State<Data> {
  key: string;
  data: Data | null;
  /** Version of the entity, if the database has one. */
  version?: number;
}

export function toEveryone<E extends EntityOf<"/public">>(
  entity: E,
  state: State<DataOf<"/public", E>>,
  reading: Reading,
): Addressed {
  return { namespace: "/public", room: null, event: eventOf(entity, state, reading) };
}

export function toTenant<E extends EntityOf<"/customer">>(
  tenantName: string,
  entity: E,
  state: State<DataOf<"/customer", E>>,
  reading: Reading,
): Addressed {
  return { namespace: "/customer", room: tenantRoom(tenantName), event: eventOf(entity, state, reading) };
}

/** Addresses an event to members with a right at a tenant (16.5). */
export function toMembers<E extends EntityOf<"/customer">>(
  tenantName: string,
  right: Right,
  entity: E,
  state: State<DataOf<"/customer", E>>,
  reading: Reading,
): Addressed {
  return { namespace: "/customer", room: rightRoom(tenantName, right), event: eventOf(entity, state, reading) };
}

/** The right of staff to see each entity. A customer's task has its price. */
const SEEN_WITH: Readonly<Record<EntityOf<"/operator">, StaffRight>> = {
  task: "customers.view",
  node: "fleet.see",
  sysinfo: "fleet.see",
  tenants: "fleet.see",
  scheduled: "fleet.see",
  capacity: "fleet.see",
  stats: "money.see",
  usage: "usage.see",
  checks: "money.see",
};

/** Addresses an event to staff with the right to see it. */
export function toStaff<E extends EntityOf<"/operator">>(
  entity: E,
  state: State<DataOf<"/operator", E>>,
  reading: Reading,
): Addressed {
  return { namespace: "/operator", room: staffRoom(SEEN_WITH[entity]), event: eventOf(entity, state, reading) };
}

function eventOf(entity: LiveEvent["entity"], state: State<unknown>, { now, version }: Reading): LiveEvent {
  const { key, data } = state;
  return { entity, key, version: state.version ?? version, ts: Math.floor(now.getTime() / 1000), data };
}
