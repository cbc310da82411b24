import { z } from "zod";
import { EngineUnknown } from "~/compute/engine";
import { askSite, partsOf, readAs, type SiteAccess } from "../ask-site";
import { Breaker } from "../breaker";
import { JobSieve } from "./job-sieve";
import { NOTHING_FOUND } from "./words";

/** Versions of the API whose answers we can read. */
export const KNOWN_VERSIONS = ["v0.0.38"];

export interface SlurmAccess extends SiteAccess {
  user: string;
  /** Address at which the machines find the control plane. */
  home: string;
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
 * slurmrestd of one site: one call at a time, none longer than 8 s (slurmrestd itself waits 19 s for a controller that
 * is gone), and an answer that is not understood does not count.
 */
export class SlurmRest {
  readonly #access: SlurmAccess;
  /** Its parts are slurmctld's and slurmdbd's. */
  readonly #breaker = new Breaker();
  #version: string | null = null;

  constructor(access: SlurmAccess) {
    this.#access = access;
  }

  /**
   * @param understand extracts the caller's result from an answer. @throws EngineUnknown for any failure; PlaceRefused
   * if `understand` throws it.
   */
  async call<T>(request: Request, understand: (answer: SlurmAnswer) => T): Promise<T> {
    const [family = "", ...path] = request.path.split("/");
    return await this.#breaker.take(family, async () => {
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
    return await this.#breaker.take("openapi", () => this.#versions());
  }

  async #versions(): Promise<string[]> {
    const { content } = await this.#send({ path: "/openapi" });
    const { paths } = content as { paths?: object };
    return [...new Set(Object.keys(paths ?? {}).flatMap((path) => /^\/slurm\/(v[\d.]+)\//.exec(path)?.[1] ?? []))];
  }

  async #send({ method = "GET", path, body }: Request): Promise<SlurmAnswer> {
    const { user, token } = this.#access;
    const headers = { "x-slurm-user-name": user, "x-slurm-user-token": token };
    const response = await askSite(this.#access, { method, path, headers, body });
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
}

/** @throws EngineUnknown if it has errors or does not match the schema. */
export function contentOf<Schema extends z.ZodType>(answer: SlurmAnswer, schema: Schema): z.infer<Schema> {
  if (answer.errors.some(({ number }) => number !== NOTHING_FOUND)) throw new EngineUnknown(errorWords(answer));
  return readAs(answer.content, schema);
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
  if (status === 401 || status === 403) return "it refuses the user or the token";
  return status === 404 ? "it has no such path" : "";
}

/** @throws EngineUnknown if it is too long or not JSON. */
async function readBody(response: Response): Promise<unknown> {
  const sieve = new JobSieve();
  for await (const part of partsOf(response)) sieve.feed(part);
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
