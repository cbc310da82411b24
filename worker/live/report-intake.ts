import { type Received, receiveNews, receiveObserved, receiveQuiet } from "~/fleet/receive-observed.server";
import { keysOf } from "~/fleet/record-findings.server";
import { HELD, recordReports } from "~/fleet/record-reports.server";
import type { Observed } from "~/fleet/agent-messages";
import { FOREIGN_ADDRESSES, NO_SSH_PORT } from "~/fleet/own-addresses.server";
import { isDatabaseDown } from "~/platform/http/database-fault.server";
import { faults } from "../faults";
import { log } from "../log";
import { presentTime } from "~/platform/time.server";
import { Turns } from "~/platform/turns";
import { NewestOnly } from "./newest-only";

const COLLECT_MS = 100;
/** Time in which a held node's report waits to be recorded with others, before it waits for the node by itself. */
const HELD_FOR_MS = 5_000;
/** However quiet a node is, its report is compared with the database in full this often. */
const FULL_EVERY_MS = 30_000;
/**
 * Comparisons in parallel, and reports with news in parallel. When all nodes return at once, they wait here, not for a
 * database connection until it times out. Each has its own turns: a usual comparison that waited behind thousands of
 * reports with news would let its node fall silent, and its next report would have news too.
 */
const COMPARED_AT_ONCE = 2;
const NEWS_AT_ONCE = 4;
/** Reports that are read and, if they have no news, recorded together. */
const COMPARED_TOGETHER = 100;
/** Number of a node's foreign addresses that one log line names. */
const NAMED_ADDRESSES = 5;

const RESTORED =
  "the database was put back to an older state: this node's agent follows it from now on, and ends what it does not know";

interface Known {
  /** The content of the last fully compared report, without figures that change by themselves. */
  meaning: string;
  atMs: number;
}

interface Given {
  observed: Observed;
  /** Time of receipt: the clock of charging, however long the report waits after that (B2). */
  at: Date;
}

interface Waiting extends Given {
  nodeId: number;
  resolve: (answer: { desiredVersion: number }) => void;
  reject: (error: unknown) => void;
}

interface Uncompared {
  report: { nodeId: number; observed: Observed; now: Date };
  resolve: (received: Received) => void;
  reject: (error: unknown) => void;
}

/**
 * Processes the reports of all nodes of this worker. A report equal to the one before only moves the node's clock and
 * figures; these are collected for 100 ms, or while the last ones are being recorded, and recorded by one statement. Any
 * other report is compared in full.
 */
export class ReportIntake {
  readonly #known = new Map<number, Known>();
  readonly #comparing = new Turns(COMPARED_AT_ONCE);
  readonly #news = new Turns(NEWS_AT_ONCE);
  /** A machine whose reports keep changing delays only itself. */
  readonly #compared = new NewestOnly<number, Given, { desiredVersion: number }>(
    (nodeId, given) => this.#compareNow(nodeId, given),
    // A report that was to be recorded with others may arrive here after newer ones.
    (given, than) => given.at < than.at,
  );
  #waiting: Waiting[] = [];
  readonly #uncompared: Uncompared[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Settled when the last collected reports are recorded: on a busy database several statements would wait for rows. */
  #recorded: Promise<void> = Promise.resolve();

  async take(nodeId: number, observed: Observed): Promise<{ desiredVersion: number }> {
    const at = presentTime();
    const meaning = meaningOf(observed);
    const known = this.#known.get(nodeId);
    if (known?.meaning === meaning && performance.now() - known.atMs < FULL_EVERY_MS) {
      return await this.#collect(nodeId, observed, at);
    }
    return await this.#compare(nodeId, observed, at);
  }

  /**
   * Forgets a node whose connection ended: until it returns, other workers may receive reports that this one does not
   * know.
   */
  forget(nodeId: number): void {
    this.#known.delete(nodeId);
  }

  #compare(nodeId: number, observed: Observed, at: Date): Promise<{ desiredVersion: number }> {
    return this.#compared.do(nodeId, { observed, at });
  }

  async #compareNow(nodeId: number, { observed, at: now }: Given): Promise<{ desiredVersion: number }> {
    this.#known.delete(nodeId);
    const { desiredVersion, stale, restored, foreign, portless } = await this.#receive({ nodeId, observed, now });
    if (foreign.length > 0 && faults.seldom(`foreign ${nodeId}`))
      log.warn({ nodeId, foreign: foreign.slice(0, NAMED_ADDRESSES) }, FOREIGN_ADDRESSES);
    if (portless && faults.seldom(NO_SSH_PORT)) log.warn({ nodeId }, NO_SSH_PORT);
    if (restored && faults.seldom(`restored ${nodeId}`)) log.warn({ nodeId, desiredVersion }, RESTORED);
    if (!stale) this.#known.set(nodeId, { meaning: meaningOf(observed), atMs: performance.now() });
    return { desiredVersion };
  }

  #receive(report: Uncompared["report"]): Promise<Received> {
    return new Promise((resolve, reject) => {
      this.#uncompared.push({ report, resolve, reject });
      void this.#comparing.take(() => this.#compareTogether());
    });
  }

  /**
   * Compares what waits. Reports with news, or of which one is at fault, have a turn each: one whose node or task
   * somebody else holds delays no other.
   */
  async #compareTogether(): Promise<void> {
    const batch = this.#uncompared.splice(0, COMPARED_TOGETHER);
    if (batch.length === 0) return;
    const quiet = await receiveQuiet(batch.map(({ report }) => report)).catch(() => null);
    const rest = batch.filter(({ report, resolve }) => {
      const received = quiet?.get(report);
      if (received) resolve(received);
      return !received;
    });
    for (const { report, resolve, reject } of rest) {
      const work = () => (quiet ? receiveNews(report) : receiveObserved(report));
      void this.#news.take(work).then(resolve, reject);
    }
  }

  #collect(nodeId: number, observed: Observed, at: Date): Promise<{ desiredVersion: number }> {
    return new Promise((resolve, reject) => {
      this.#recordSoon({ nodeId, observed, at, resolve, reject });
    });
  }

  #recordSoon(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#timer ??= setTimeout(() => (this.#recorded = this.#recorded.then(() => this.#record())), COLLECT_MS);
  }

  async #record(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#timer = null;
    try {
      const reports = batch.map(({ nodeId, observed, at }) => ({
        nodeId,
        bootId: observed.boot_id,
        seq: observed.seq,
        sysinfo: observed.sysinfo,
        at,
      }));
      const versions = await recordReports({ reports });
      for (const waiting of batch) {
        const { nodeId, observed, at, resolve, reject } = waiting;
        const version = versions.get(nodeId) ?? -1;
        if (version === HELD && presentTime().getTime() - at.getTime() < HELD_FOR_MS) this.#recordSoon(waiting);
        else if (version !== HELD && version >= observed.desired_version) resolve({ desiredVersion: version });
        // Skipped: it counted as Dead, its report came through another worker, or the database was restored.
        else this.#compare(nodeId, observed, at).then(resolve, reject);
      }
    } catch (error) {
      // If the database refuses one report, the others are written one by one, and only the refused one is lost.
      for (const { nodeId, observed, at, resolve, reject } of batch) {
        if (isDatabaseDown(error)) reject(error);
        else this.#compare(nodeId, observed, at).then(resolve, reject);
      }
    }
  }
}

/** The content of a report without times and without figures that change all the time. */
function meaningOf({ seq: _seq, ts: _ts, telemetry: _telemetry, sysinfo, findings, ...content }: Observed): string {
  const { error_counter, ubuntu_needs_reboot, ibs_active, reported_ts_dead } = sysinfo;
  const condition = { error_counter, ubuntu_needs_reboot, ibs_active, reported_ts_dead };
  return JSON.stringify({ ...content, condition, findings: findings && keysOf(findings) });
}
