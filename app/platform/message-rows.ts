type AllOf<Rows> = (Rows extends unknown ? (row: Rows) => void : never) extends (row: infer All) => void ? All : never;

/** Rows of messages by id, as messages by name. */
export function byName<Rows extends Record<`M${number}`, object>>(rows: Rows): AllOf<Rows[keyof Rows]> {
  return Object.assign({}, ...Object.values(rows)) as AllOf<Rows[keyof Rows]>;
}
