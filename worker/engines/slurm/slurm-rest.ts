import { z } from "zod";
import { EngineUnknown } from "~/compute/engine";
import { askSite, partsOf, readAs, type SiteAccess } from "../ask-site";
import { Breaker } from "../breaker";
import type { Answers } from "./answers";
import { FAMILIES, type Family, KNOWN_VERSIONS, versionOf } from "./families";
import type { JobRequest } from "./job-request";
import { JobSieve } from "./job-sieve";
import { ALREADY_ENDED, NOTHING_FOUND, UNKNOWN_JOB } from "./words";

export interface SlurmAccess extends SiteAccess {
  user: string;
  /** Address at which the machines find the control plane. */
  home: string;
}

interface Request {
  method?: "GET" | "POST" | "DELETE";
  /** `slurm/jobs` for /slurm/v0.0.38/jobs. */
  path: string;
  /** Lists only if something has changed since then. */
  sinceTs?: number | null;
  body?: JobRequest;
}

export interface SlurmAnswer {
  /** Slurm's own errors, whatever the status is. */
  errors: { number: number; text: string }[];
  warnings: string[];
  /** There is no list in it, since nothing has changed since the time that was asked for. */
  unchanged: boolean;
  content: unknown;
  family: Family;
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
    const [service = "", ...path] = request.path.split("/");
    return await this.#breaker.take(service, async () => {
      const version = (this.#version ??= pickVersion(await this.#versions()));
      const family = FAMILIES[version] as Family;
      const { sinceTs = null } = request;
      const query = sinceTs === null ? "" : `?update_time=${family.time(sinceTs)}`;
      const body = request.body && family.write(request.body);
      const answer = await this.#send(request.method, `/${service}/${version}/${path.join("/")}${query}`, body);
      return understand({ ...answer, family });
    });
  }

  /** The content of an answer without errors. */
  async read<Kind extends keyof Answers>(path: string, kind: Kind): Promise<z.infer<Answers[Kind]>> {
    return await this.call({ path }, (answer) => contentOf(answer, kind));
  }

  /** Versions that the site offers; reading them needs no rights. */
  async versions(): Promise<string[]> {
    return await this.#breaker.take("openapi", () => this.#versions());
  }

  async #versions(): Promise<string[]> {
    const { content } = await this.#send("GET", "/openapi");
    const { paths } = content as { paths?: object };
    return [...new Set(Object.keys(paths ?? {}).flatMap((path) => /^\/slurm\/(v[\d.]+)\//.exec(path)?.[1] ?? []))];
  }

  async #send(method = "GET", path: string, body?: object): Promise<Omit<SlurmAnswer, "family">> {
    const { user, token } = this.#access;
    const headers = { "x-slurm-user-name": user, "x-slurm-user-token": token };
    const response = await askSite(this.#access, { method, path, headers, body });
    const { status } = response;
    if (status === 401 || status === 403) {
      await response.body?.cancel();
      throw new EngineUnknown("it refuses the user or the token");
    }
    // From v0.0.40 on an unknown job is a 404, too, with Slurm's error.
    const content = status === 304 ? {} : await readBody(response);
    const { errors, warnings } = faultsOf(content);
    if (status === 404 && errors.length === 0) {
      // The next call finds out the versions after an upgrade of the site.
      this.#version = null;
      throw new EngineUnknown("it has no such path");
    }
    const unchanged = status === 304 || (errors.length === 0 && noList.safeParse(content).success);
    return { content, errors, warnings, unchanged };
  }
}

/** @throws EngineUnknown if it has errors or does not match the schema. */
export function contentOf<Kind extends keyof Answers>(answer: SlurmAnswer, kind: Kind): z.infer<Answers[Kind]> {
  if (answer.errors.some(({ number }) => number !== NOTHING_FOUND)) throw new EngineUnknown(errorWords(answer));
  return readAs(answer.content, answer.family.answers[kind]);
}

/** Checks whether the answer to a cancellation means that the job is over: it was cancelled, had ended, or is unknown. */
export function isOver({ errors }: Pick<SlurmAnswer, "errors">): boolean {
  return errors.every(({ number }) => number === UNKNOWN_JOB || number === ALREADY_ENDED);
}

export function errorWords({ errors }: Pick<SlurmAnswer, "errors">): string {
  // A wrong or expired token looks like this, and so does a controller that is down.
  return errors.map(({ number, text }) => `${text} (${number})`).join("; ") || "it gives no reason";
}

function pickVersion(offered: string[]): string {
  const version = versionOf(offered);
  if (version) return version;
  throw new EngineUnknown(
    `it speaks ${offered.join(", ") || "no version of the API"}; we know ${KNOWN_VERSIONS.join(", ")}`,
  );
}

/** @throws EngineUnknown if it is too long or not JSON. */
async function readBody(response: Response): Promise<unknown> {
  const sieve = new JobSieve();
  for await (const part of partsOf(response)) sieve.feed(part);
  try {
    return sieve.end();
  } catch {
    if (response.status === 404) return {};
    throw new EngineUnknown(`it answers with status ${response.status} and no JSON`);
  }
}

/** A submission has another field for the number than all other answers of v0.0.38, whose answers have no warnings. */
const faults = z.object({
  errors: z
    .array(
      z.object({
        error_number: z.number().optional(),
        error_code: z.number().optional(),
        description: z.string().nullish(),
        error: z.string().nullish(),
      }),
    )
    .default([]),
  warnings: z.array(z.object({ description: z.string().nullish() })).catch([]),
});

function faultsOf(content: unknown): Pick<SlurmAnswer, "errors" | "warnings"> {
  const { errors = [], warnings = [] } = faults.safeParse(content).data ?? {};
  return {
    errors: errors.map(({ error_number, error_code, description, error }) => ({
      number: error_number ?? error_code ?? -1,
      text: [description, error].filter((text) => text).join(": "),
    })),
    warnings: warnings.map(({ description }) => description || "it gives no reason"),
  };
}

/** From v0.0.40 on "unchanged" is a 200 with an empty list of the year 1970. */
const noList = z.object({ last_update: z.object({ number: z.literal(0) }) });
