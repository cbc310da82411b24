export type Retcode = "OK" | "ERROR" | "FAILED";

interface RefusalDetails {
  /** ERROR: refused again if repeated (default). FAILED: may succeed later (0.3). */
  retcode?: Exclude<Retcode, "OK">;
  /** HTTP status if there is one (access, and paths of ours); business outcomes leave it out (0.4). */
  status?: number;
  /** Messages by field name. */
  fields?: Record<string, string>;
  /** Additional members of the JSON answer, such as `can_enqueue`. */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** An expected "no", whose message is shown unchanged. Every other error is a fault. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly details: RefusalDetails;

  constructor(message: string, details: RefusalDetails = {}) {
    super(message);
    this.details = details;
  }

  /** The refusal of one form field; its message is the field's message. */
  static ofField(field: string, message: string, details: RefusalDetails = {}): Refusal {
    return new Refusal(message, { ...details, fields: { [field]: message } });
  }
}

/**
 * Runs checks that do not need each other and returns their results. If some refuse, the first refusal is thrown, with
 * the fields of all, so that a form shows every fault at once.
 */
export function checkAll<Checks extends Record<string, () => unknown>>(
  checks: Checks,
): { [Name in keyof Checks]: ReturnType<Checks[Name]> } {
  const refusals: Refusal[] = [];
  const results = Object.entries(checks).map(([name, check]) => {
    try {
      return [name, check()];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
      return [name, undefined];
    }
  });
  const [first] = refusals;
  if (first) throw new Refusal(first.message, { ...first.details, fields: fieldsOf(refusals) });
  return Object.fromEntries(results) as { [Name in keyof Checks]: ReturnType<Checks[Name]> };
}

/** The first message of each refused field. */
function fieldsOf(refusals: Refusal[]): Record<string, string> {
  return Object.assign({}, ...refusals.map(({ details }) => details.fields ?? {}).reverse()) as Record<string, string>;
}
