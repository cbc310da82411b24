import { createInterface } from "node:readline";
import { fullReference, imageName } from "~/compute/image-name";
import { type DesiredTask, IMAGES_MAX } from "~/fleet/agent-messages";
import { log } from "../log";
import type { Dialect } from "./dialect";
import type { Condition } from "../health/finding-book";
import { type Engine, EngineError } from "./engine";
import type { ImagesWithoutRoom } from "./images-without-room";
import { type PulledImages, wholeId } from "./pulled-images";
import { PullProgress } from "./pull-progress";

/** Time without news of a pull after which it counts as broken. */
const SILENCE_MS = 120_000;
const ROOM_MS = 1_000;
/** Images come and go by hand too. */
const LIST_MS = 60_000;

type PulledTask = Pick<DesiredTask, "image_auth" | "image_own">;

export interface Image {
  id: string;
  /** The name from which the engine makes a container. */
  name: string;
  environment: Record<string, string>;
}

interface ImagesGiven {
  engine: Engine;
  dialect: Dialect;
  pulled: PulledImages;
  noRoom: ImagesWithoutRoom;
}

interface Inspected {
  Id: string;
  Config?: { Env?: string[] | null };
}

interface Listed {
  Id: string;
  Created: number;
  RepoTags?: string[] | null;
  RepoDigests?: string[] | null;
}

/** Images of one machine. Tasks that need an image that is being pulled wait for the same pull. */
export class Images {
  readonly #engine: Engine;
  readonly #dialect: Dialect;
  readonly #pulls = new Map<
    string,
    { done: Promise<void>; progress: PullProgress; waiting: number; end: AbortController }
  >();

  readonly #noRoom: ImagesWithoutRoom;
  readonly #pulled: PulledImages;
  #names: readonly string[] = [];
  #ids: ReadonlySet<string> = new Set();
  /** Listings begun, and the listing that the names come from. */
  #begun = 0;
  #shown = 0;

  constructor({ engine, dialect, pulled, noRoom }: ImagesGiven) {
    this.#engine = engine;
    this.#dialect = dialect;
    this.#pulled = pulled;
    this.#noRoom = noRoom;
  }

  /** Lists them from now on, and removes unused ones while the disk is short of room. */
  async begin(): Promise<void> {
    await this.#list();
    const turn = async () => {
      await this.#pulled
        .makeRoom()
        .catch((error: unknown) => log("agent", `unused images could not be removed: ${String(error)}`));
      await this.#list();
    };
    void turn();
    setInterval(() => void turn(), LIST_MS).unref();
  }

  /** Full names, by tag and by digest, from the last listing, in an order that changes only with them. */
  names(): readonly string[] {
    return this.#names;
  }

  /** Full names of the images that could not be pulled for lack of room, and still could not. */
  withoutRoom(): string[] {
    return this.#noRoom.names();
  }

  conditions(): Condition[] {
    return this.#noRoom.conditions();
  }

  /** An answer that arrives after that of a later listing is ignored. */
  async #list(): Promise<void> {
    const number = (this.#begun += 1);
    try {
      const listed = await this.#engine.call<Listed[]>({ method: "GET", path: "/images/json" });
      if (number <= this.#shown) return;
      [this.#names, this.#shown] = [namesOf(listed), number];
      this.#ids = new Set(listed.map(({ Id }) => wholeId(Id)));
    } catch (error) {
      log("agent", `the engine did not list its images: ${String(error)}`);
    }
  }

  /**
   * Returns the task's image and pulls a missing one. A customer's own is checked at its registry each time, since the
   * local copy may have come with another tenant's credentials. `tell` gets the progress. `signal` ends the waiting,
   * and the pull with the last waiter. @throws Error in words for the customer.
   */
  async ensure(
    task: PulledTask & Pick<DesiredTask, "image_ref" | "image_digest" | "tenant_image">,
    tell: (message: string) => void,
    signal: AbortSignal,
  ): Promise<Image> {
    if (!task.image_ref) throw new Error(`the image ${task.tenant_image} has no reference that can be pulled`);
    const name = imageName({ reference: task.image_ref, digest: task.image_digest });
    const there = await this.#find(name);
    if (there) this.#pulled.use(there.id, { pulled: false });
    if (there && !task.image_own) return there;
    // A customer's name for an image that was here already does not make it ours to remove.
    const before = this.#ids;
    await this.#pull(name, task, tell, signal);
    const pulled = await this.#find(name);
    if (!pulled) throw new Error(`the image ${name} was pulled and is not there`);
    this.#pulled.use(pulled.id, { pulled: pulled.id !== there?.id && !before.has(wholeId(pulled.id)) });
    await this.#list();
    return pulled;
  }

  async #find(name: string): Promise<Image | null> {
    try {
      const image = await this.#engine.call<Inspected>({ method: "GET", path: `/images/${encodeURI(name)}/json` });
      const pairs = (image.Config?.Env ?? []).map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1)]);
      return { id: image.Id, name, environment: Object.fromEntries(pairs) as Record<string, string> };
    } catch (error) {
      if (error instanceof EngineError && error.status === 404) return null;
      throw error;
    }
  }

  async #pull(name: string, task: PulledTask, tell: (message: string) => void, signal: AbortSignal): Promise<void> {
    // A task with other credentials checks at the registry itself.
    const key = JSON.stringify([name, task.image_own ?? false, task.image_auth ?? null]);
    let pull = this.#pulls.get(key);
    if (!pull) {
      const [progress, end] = [new PullProgress(), new AbortController()];
      const done = this.#follow(name, task, progress, end).finally(() => this.#pulls.delete(key));
      // It is awaited below; a customer who has left must not leave an unhandled rejection.
      done.catch(() => {});
      pull = { done, progress, waiting: 0, end };
      this.#pulls.set(key, pull);
    }
    pull.waiting += 1;
    const { progress } = pull;
    const shown = setInterval(() => tell(progress.message), 500);
    tell(progress.message);
    try {
      await Promise.race([pull.done, rejectedBy(signal)]);
    } finally {
      clearInterval(shown);
      pull.waiting -= 1;
      if (pull.waiting === 0) pull.end.abort();
    }
  }

  /** Removes leftovers, except those of an image that is being pulled. */
  async #removeLeftovers(): Promise<void> {
    if (this.#pulls.size > 1) return;
    await this.#dialect
      .removeLeftovers?.(this.#engine)
      .catch((error: unknown) => log("agent", `what the pull has left could not be removed: ${String(error)}`));
  }

  async #follow(
    name: string,
    { image_auth, image_own = false }: PulledTask,
    progress: PullProgress,
    end: AbortController,
  ): Promise<void> {
    const late = setTimeout(() => end.abort(), SILENCE_MS);
    const pulled = this.#noRoom.try(name);
    let isTooLarge = false;
    const watch = setInterval(() => {
      isTooLarge ||= pulled.takesTooMuch();
      if (isTooLarge) end.abort();
    }, ROOM_MS);
    try {
      const answer = await this.#dialect.pull(this.#engine, name, image_auth, end.signal);
      for await (const line of createInterface({ input: answer })) {
        late.refresh();
        progress.hear(line);
      }
      if (progress.error !== null) throw new Error(progress.error);
      pulled.worked();
    } catch (fault) {
      const error = isTooLarge ? new Error("no space left for others") : fault;
      if (isDiskFull(error)) {
        pulled.hadNoRoom();
        await this.#removeLeftovers();
      }
      if (end.signal.aborted && !isTooLarge) throw new Error(`the pull of ${name} came to a halt`);
      throw new Error(`the image ${name} could not be pulled: ${reasonOf(error, { isShown: !image_own })}`);
    } finally {
      clearTimeout(late);
      clearInterval(watch);
    }
  }
}

/** Returns the newest names, if there are more than fit in a report. */
function namesOf(listed: readonly Listed[]): string[] {
  const newest = listed.toSorted((a, b) => b.Created - a.Created);
  const given = newest.flatMap(({ RepoTags, RepoDigests }) => [...(RepoTags ?? []), ...(RepoDigests ?? [])]);
  const names = given.filter((name) => !name.includes("<none>")).map(fullReference);
  return [...new Set(names)].slice(0, IMAGES_MAX).sort();
}

/**
 * Words a registry's error so that it shows who has to act. If a customer chose the address, the answer stays
 * hidden: it may come from a host that only the node reaches.
 */
function reasonOf(error: unknown, { isShown }: { isShown: boolean }): string {
  const text = error instanceof Error ? error.message : String(error);
  const [hint] = HINTS.flatMap(([sign, hint]) => (sign.test(text) ? [hint] : []));
  if (!isShown) return hint ?? "its registry's answer is not an image";
  return hint ? `${hint} (${text.slice(0, 300)})` : text.slice(0, 500);
}

const DISK_FULL = /no space left|ENOSPC|disk quota exceeded|EDQUOT/i;

function isDiskFull(error: unknown): boolean {
  return DISK_FULL.test(String(error));
}

const HINTS: [RegExp, string][] = [
  [DISK_FULL, "the node's disk has no room for it; start the task again, and it goes to another node"],
  [
    /unauthorized|authentication required|no basic auth credentials|denied|\b40[13]\b/i,
    "its registry refused the credentials",
  ],
  [/manifest unknown|not found|\b404\b/i, "its registry does not have it, or no longer with that content"],
  [/digest (mismatch|did not match)|does not match|content digest/i, "its content is not what its digest says"],
  [/connection refused|no such host|timeout|timed out|EOF|reset/i, "its registry does not answer"],
];

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(new Error("the start was called off"));
    signal.addEventListener("abort", () => reject(new Error("the start was called off")), { once: true });
  });
}
