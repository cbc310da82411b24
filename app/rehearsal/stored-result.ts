import type { RehearsalResult } from "./plan";

/** The result of a rehearsal as it is stored, with what it was played on. */
export interface StoredResult extends RehearsalResult {
  /** Its sentences without money. */
  plainSentences: readonly string[];
  past: {
    fromS: number;
    untilS: number;
    tasks: number;
    nodes: number;
    gpus: number;
    /** From this second on, it is known which nodes took tasks; null: all along, or a file. */
    serviceKnownFromS: number | null;
    /** Names of a file's tenants by their number. Those of a period are read by their ids, so that erased ones are gone. */
    tenantNames: Record<number, string> | null;
  };
}
