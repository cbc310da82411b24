/** A report of a client, from a usage event. */
export interface ClientReport {
  /** Epoch seconds. */
  ts_reported: number;
  enduser_client_version: string;
}

/** Of clients of the first protocol: none are made any more. */
export interface OldClientReport {
  reported_ts: number;
  client_version: string;
}

export interface DayOfUsage {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  calls: number;
  tokens: number;
  coins: number;
}

interface ClientUsage {
  /** The newest 10. */
  current: ClientReport[];
  /** Of the last 30 days. */
  days: DayOfUsage[];
  /** The newest 10. */
  old: OldClientReport[];
}

/** What the clients of a user reported. All of it comes of usage events, of which none are taken yet: the lists are empty. */
export async function readClientUsage(_asked: { userId: number; now: Date }): Promise<ClientUsage> {
  return await Promise.resolve({ current: [], days: [], old: [] });
}
