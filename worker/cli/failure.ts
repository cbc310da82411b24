/** The exit codes of docs/cli.md; a test compares them with its table. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  login: 3,
  notFound: 4,
  noFreeGpus: 5,
  unreachable: 6,
  inVain: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

interface FailureDetails {
  code?: ExitCode;
  /** The next step, printed on its own line. */
  hint?: string;
  /** The server's answer, for `--json`. */
  answer?: Record<string, unknown>;
}

/** An expected error with a message for the user. Any other error is a bug. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: ExitCode;
  readonly hint: string | undefined;
  readonly answer: Record<string, unknown> | undefined;

  constructor(message: string, { code = EXIT.refused, hint, answer }: FailureDetails = {}) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.answer = answer;
  }

  /** Ctrl-C, or Escape at a prompt. */
  static interrupted(): Failure {
    return new Failure("Interrupted.", { code: EXIT.interrupted });
  }

  static usage(message: string, hint?: string): Failure {
    return new Failure(message, { code: EXIT.usage, ...(hint ? { hint } : {}) });
  }
}
