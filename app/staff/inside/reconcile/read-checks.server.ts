import { db } from "~/platform/db.server";
import { CHECK_NAMES, type CheckFigure, type CheckName, type CheckState } from "./check-outcome";

export interface CheckRow {
  name: CheckName;
  /** `unchecked`: it has never run. */
  state: CheckState | "unchecked";
  message: string;
  figures: CheckFigure[];
  /** The last run, and the last run with an answer. */
  checkedAt: Date | null;
  answeredAt: Date | null;
  /** Open differences of this check. */
  open: number;
}

/** Lists every check with its last run, in order. */
export async function readChecks(): Promise<CheckRow[]> {
  const rows = await db.query<CheckRow>(
    `select name, state, message, figures, checked_at as "checkedAt", answered_at as "answeredAt",
       (select count(*) from reconcile_difference where check_name = name and resolved_at is null)::int as open
     from reconcile_check`,
  );
  const known = new Map(rows.map((row) => [row.name, row]));
  return CHECK_NAMES.map((name) => known.get(name) ?? { ...NEVER, name });
}

const NEVER: Omit<CheckRow, "name"> = {
  state: "unchecked",
  message: "",
  figures: [],
  checkedAt: null,
  answeredAt: null,
  open: 0,
};
