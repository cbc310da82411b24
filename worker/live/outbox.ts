import pg from "pg";
import { db } from "~/platform/db.server";
import type { Announced, CommandName } from "~/platform/announce.server";
import { env } from "~/platform/env.server";
import { log } from "../log";
import { PassedOver } from "./passed-over";

const SWEEP_MS = 1_000;
const FULL_SWEEP_MS = 5_000;
const KEPT_MS = 5_000;
const BATCH = 5_000;
const FAILURES_MAX = 5;
const ANSWER_WITHIN_MS = 3_000;

/** A row of the outbox: an entity whose state has changed, or a command. */
export interface Change {
  entity: Announced | CommandName;
  key: string;
}

interface Row extends Change {
  id: bigint;
}

/**
 * Reads the outbox and passes the changes on, each (entity, key) once a batch. Every worker reads all rows, for its own
 * sockets, so no engine for fan-out is needed. A row is removed 5 s after a worker passed it on, when the others have
 * read it. A worker that slept longer than that calls `missed`.
 *
 * Ids are not a cursor: a transaction that took a lower id may commit after a higher one. Therefore skipped ids are
 * read again at every read, a row counts as passed on by its own id, and a full sweep every 5 s finds even later ones.
 */
export class OutboxReader {
  readonly #handOn: (changes: Change[]) => Promise<void>;
  readonly #missed: () => void;
  /** Ids handed on, each with the time. */
  readonly #handed = new Map<bigint, number>();
  readonly #passedOver = new PassedOver();
  #floor = 0n;
  #lastReadMs = 0;
  #lastFullMs = 0;
  #listener: pg.Client | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #reading: Promise<void> | null = null;
  #again = false;
  #failing = false;
  #failures = 0;

  constructor(handOn: (changes: Change[]) => Promise<void>, missed: () => void) {
    this.#handOn = handOn;
    this.#missed = missed;
  }

  start(): void {
    this.#timer = setInterval(() => this.read(), SWEEP_MS);
    this.read();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#reading;
    await this.#listener?.end().catch(() => {});
  }

  read(): void {
    if (this.#reading) this.#again = true;
    else this.#reading = this.#readAll();
  }

  async #readAll(): Promise<void> {
    do {
      this.#again = false;
      try {
        // Without a listener, because the database admits no further connection, it is read at each sweep.
        const listens = this.#listen();
        await listens.catch(() => {});
        await this.#readOnce();
        await listens;
        this.#failing = false;
      } catch (error) {
        if (!this.#failing) log.error({ err: error }, "the outbox cannot be read or heard, trying again");
        this.#failing = true;
        break;
      }
    } while (this.#again && this.#timer);
    this.#reading = null;
  }

  async #readOnce(): Promise<void> {
    const nowMs = performance.now();
    if (this.#lastReadMs > 0 && nowMs - this.#lastReadMs > KEPT_MS) this.#missed();
    const full = nowMs - this.#lastFullMs > FULL_SWEEP_MS;
    const rows = await db.query<Row>(
      `select id, entity, key from outbox where id > $1 or id = any($2::bigint[]) order by id limit ${BATCH}`,
      [full ? 0n : this.#floor, this.#passedOver.ids(nowMs)],
    );
    const fresh = rows.filter((row) => !this.#handed.has(row.id));
    if (fresh.length > 0) await this.#deliver(distinct(fresh));
    for (const row of fresh) this.#handed.set(row.id, nowMs);
    this.#passedOver.note(this.#floor, fresh, nowMs);
    const last = rows.at(-1);
    if (last && last.id > this.#floor) this.#floor = last.id;
    if (rows.length === BATCH) this.#again = true;
    this.#lastReadMs = nowMs;
    if (full) {
      this.#lastFullMs = nowMs;
      await this.#removeOld(nowMs);
    }
  }

  /**
   * Delivers changes. A failed batch is retried at the next read. If it fails repeatedly although the database answers,
   * it contains something that cannot be sent: its changes then go one by one, and failing ones are dropped.
   */
  async #deliver(changes: Change[]): Promise<void> {
    try {
      await this.#handOn(changes);
    } catch (error) {
      this.#failures += 1;
      if (this.#failures < FAILURES_MAX) throw error;
      for (const change of changes) {
        await this.#handOn([change]).catch((fault: unknown) => log.error({ err: fault, change }, "not sent"));
      }
    }
    this.#failures = 0;
  }

  async #removeOld(nowMs: number): Promise<void> {
    const old = [...this.#handed].filter(([, atMs]) => nowMs - atMs > KEPT_MS).map(([id]) => id);
    if (old.length === 0) return;
    await db.query(`delete from outbox where id = any($1::bigint[])`, [old]);
    for (const id of old) this.#handed.delete(id);
  }

  async #listen(): Promise<void> {
    if (this.#listener) return;
    const client = new pg.Client({
      connectionString: env.DATABASE_URL,
      keepAlive: true,
      // A database that vanishes before it answers would hold up all reads for hours.
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      application_name: "millrace-listener",
    });
    const gone = () => {
      if (this.#listener === client) this.#listener = null;
    };
    client.on("error", gone);
    client.on("end", gone);
    client.on("notification", () => this.read());
    try {
      await client.connect();
      await client.query("listen millrace_outbox");
      this.#listener = client;
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
  }
}

function distinct(rows: Row[]): Change[] {
  const byName = new Map<string, Change>();
  for (const { entity, key } of rows) byName.set(`${entity} ${key}`, { entity, key });
  return [...byName.values()];
}
