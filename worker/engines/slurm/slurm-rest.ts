import { z } from "zod";
import { EngineUnknown, PlaceRefused } from "~/compute/engine";
import { Turns } from "~/platform/turns";
import { JobSieve } from "./job-sieve";
import { tokenEndMs, whyNotUrl } from "./settings";
import { NOTHING_FOUND } from "./words";

/** Versions of the API whose answers we can read. */
export const KNOWN_VERSIONS = ["v0.0.38"];

/** slurmrestd itself waits 19 s for a controller that is gone. */
const LIMIT_MS = 8_000;
/** About 20,000 jobs. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Failures in a row after which no call is made for a while: a site in trouble gets fewer calls, not more. */
const MOST_FAILURES = 3;
const REST_MS = 30_000;

export interface SlurmAccess {
  url: string;
  user: string;
  token: string;
  /** By the control plane's clock. */
  now: () => Date;
  limitMs?: number;
}

interface Request {
  method?: "GET" | "POST" | "DELETE";
  /** `slurm/jobs` for /slurm/v0.0.38/jobs. */
  path: string;
  body?: unknown;
}

export interface SlurmAnswer {
  status: number;
  /** Slurm's own errors, whatever the status is. */
  errors: { number: number; text: string }[];
  content: unknown;
}

/**
 * slurmrestd of one site: one call at a time, none longer than 8 s; an answer that was not understood counts as no
 * answer.
 */
export class SlurmRest {
  readonly #access: SlurmAccess;
  readonly #turns = new Turns(1);
  #version: string | null = null;
  /** Failures of slurmctld and of slurmdbd: one may be down without the other. */
  readonly #troubles = new Map<string, { failures: number; untilMs: number }>();

  constructor(access: SlurmAccess) {
    this.#access = access;
  }

  /**
   * @param understand extracts the caller's result from an answer. @throws EngineUnknown for any failure; PlaceRefused
   * if `understand` throws it.
   */
  async call<T>(request: Request, understand: (answer: SlurmAnswer) => T): Promise<T> {
    const [family = "", ...path] = request.path.split("/");
    return await this.#takeTurn(family, async () => {
      this.#version ??= pickVersion(await this.#versions());
      return understand(await this.#send({ ...request, path: `/${family}/${this.#version}/${path.join("/")}` }));
    });
  }

  /** The content of an answer without errors. */
  async read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
    return await this.call({ path }, (answer) => contentOf(answer, schema));
  }

  /** Versions that the site offers; reading them needs no rights. */
  async versions(): Promise<string[]> {
    return await this.#takeTurn("openapi", () => this.#versions());
  }

  async #takeTurn<T>(family: string, work: () => Promise<T>): Promise<T> {
    return await this.#turns.take(async () => {
      const { failures, untilMs } = this.#troubles.get(family) ?? { failures: 0, untilMs: 0 };
      if (performance.now() < untilMs) throw new EngineUnknown("it failed three times and is not called for 30 s");
      try {
        const value = await work();
        this.#troubles.delete(family);
        return value;
      } catch (error) {
        if (error instanceof PlaceRefused) throw error;
        const rests = failures + 1 >= MOST_FAILURES;
        this.#troubles.set(family, { failures: failures + 1, untilMs: rests ? performance.now() + REST_MS : 0 });
        throw error instanceof EngineUnknown ? error : new EngineUnknown(wordsOf(error), { cause: error });
      }
    });
  }

  async #versions(): Promise<string[]> {
    const { content } = await this.#send({ path: "/openapi" });
    const { paths } = content as { paths?: object };
    return [...new Set(Object.keys(paths ?? {}).flatMap((path) => /^\/slurm\/(v[\d.]+)\//.exec(path)?.[1] ?? []))];
  }

  async #send({ method = "GET", path, body }: Request): Promise<SlurmAnswer> {
    const { url, user, token, limitMs = LIMIT_MS } = this.#access;
    const why = whyNotUrl(url) || this.#whyNotToken();
    if (why) throw new EngineUnknown(why);
    const response = await fetch(`${url.replace(/\/$/, "")}${path}`, {
      method,
      headers: {
        ...{ "x-slurm-user-name": user, "x-slurm-user-token": token, accept: "application/json" },
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // The token is only for the stored address.
      redirect: "manual",
      signal: AbortSignal.timeout(limitMs),
    });
    const { status } = response;
    const refusal = whyNotStatus(status);
    if (refusal) {
      // The next call finds out the versions after an upgrade of the site.
      if (status === 404) this.#version = null;
      await response.body?.cancel();
      throw new EngineUnknown(refusal);
    }
    const content = status === 304 ? {} : await readBody(response);
    return { status, content, errors: errorsOf(content) };
  }

  #whyNotToken(): string {
    const endMs = tokenEndMs(this.#access.token);
    if (endMs === null || endMs > this.#access.now().getTime()) return "";
    return `its token ended at ${new Date(endMs).toISOString()}`;
  }
}

/** @throws EngineUnknown if it has errors or does not match the schema. */
export function contentOf<Schema extends z.ZodType>(answer: SlurmAnswer, schema: Schema): z.infer<Schema> {
  if (answer.errors.some(({ number }) => number !== NOTHING_FOUND)) throw new EngineUnknown(errorWords(answer));
  const read = schema.safeParse(answer.content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new EngineUnknown(`its answer cannot be read: ${issue?.path.join(".")}: ${issue?.message}`);
}

export function errorWords({ errors }: SlurmAnswer): string {
  // A wrong or expired token looks like this, and so does a controller that is down.
  return errors.map(({ number, text }) => `${text} (${number})`).join("; ") || "it gives no reason";
}

function pickVersion(offered: string[]): string {
  const version = KNOWN_VERSIONS.findLast((known) => offered.includes(known));
  if (version) return version;
  throw new EngineUnknown(
    `it speaks ${offered.join(", ") || "no version of the API"}; we know ${KNOWN_VERSIONS.join(", ")}`,
  );
}

function whyNotStatus(status: number): string {
  if (status === 304) return "";
  if (status >= 300 && status < 400) return "it leads to another address";
  if (status === 401 || status === 403) return "it refuses the user or the token";
  return status === 404 ? "it has no such path" : "";
}

/** @throws EngineUnknown if it is too long or not JSON. */
async function readBody(response: Response): Promise<unknown> {
  const [sieve, decoder] = [new JobSieve(), new TextDecoder()];
  let bytes = 0;
  // A reader can be stopped at any point; the signal ends a slow one.
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) throw new EngineUnknown("its answer is longer than 64 MiB");
    sieve.feed(decoder.decode(part, { stream: true }));
  }
  try {
    return sieve.end();
  } catch {
    throw new EngineUnknown(`it answers with status ${response.status} and no JSON`);
  }
}

/** A submission has another field for the number than all other answers. */
const errors = z.object({
  errors: z.array(
    z.object({
      error_number: z.number().optional(),
      error_code: z.number().optional(),
      description: z.string().nullish(),
      error: z.string().nullish(),
    }),
  ),
});

function errorsOf(content: unknown): SlurmAnswer["errors"] {
  return (errors.safeParse(content).data?.errors ?? []).map(({ error_number, error_code, description, error }) => ({
    number: error_number ?? error_code ?? -1,
    text: [description, error].filter((text) => text).join(": "),
  }));
}

function wordsOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "it did not answer in time";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  return cause || (error instanceof Error ? error.message : String(error));
}
