import { readSysinfoSince } from "~/fleet/read-sysinfo.server";

/** Time between a report's receipt and its storing. */
const STORED_WITHIN_MS = 2_000;

/** Returns the reports of nodes since the last call. Reports close to that moment are returned twice, so that none is lost. */
export class FreshSysinfo {
  #since = new Date(0);

  async next({ now }: { now: Date }): ReturnType<typeof readSysinfoSince> {
    const reported = await readSysinfoSince({ since: this.#since });
    this.#since = new Date(now.getTime() - STORED_WITHIN_MS);
    return reported;
  }
}
