import { EXIT, type ExitCode, Failure } from "../failure";

interface Asked<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

type Good<Data> = Extract<Data, { retcode: "OK" }>;

/** The answer to a call. @throws Failure with the server's message when the server refuses */
export async function done<Data>(asked: Promise<Asked<Data>>): Promise<Good<Data>> {
  const { data, error, response } = await asked;
  const answer = (data ?? error) as Envelope;
  if (answer.retcode === "OK") return answer as Good<Data>;
  throw refusal(answer, response);
}

interface Envelope extends Record<string, unknown> {
  retcode: string;
  human_readable_message?: unknown;
}

export function isEnvelope(answer: unknown): answer is Envelope {
  return typeof answer === "object" && answer !== null && "retcode" in answer;
}

function refusal(answer: Envelope, { status, headers }: Response): Failure {
  const message = String(answer.human_readable_message ?? `The server answered ${status}.`);
  const code = codeOf(answer, status);
  const hint = hintOf(code, status, headers);
  return new Failure(message, { code, answer, ...(hint ? { hint } : {}) });
}

/** The exit code for an answer that is not OK. */
export function codeOf(answer: Record<string, unknown>, status: number): ExitCode {
  if (status === 401) return EXIT.login;
  if (status === 404) return EXIT.notFound;
  if (status === 429 || status >= 500 || (answer["retcode"] === "FAILED" && status < 400)) return EXIT.unreachable;
  if (answer["can_enqueue"] === true || answer["sold_out"] === true) return EXIT.noFreeGpus;
  return EXIT.refused;
}

function hintOf(code: ExitCode, status: number, headers: Headers): string | undefined {
  if (code === EXIT.login) return "Run `millrace login`.";
  if (status === 429) return `Try again in ${headers.get("Retry-After") ?? "60"} seconds.`;
  return undefined;
}
