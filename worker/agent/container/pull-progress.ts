interface Line {
  /** Docker: a layer's state, and bytes of it. */
  id?: string;
  status?: string;
  progressDetail?: { current?: number; total?: number };
  /** Podman: a line as its command prints it. */
  stream?: string;
  error?: string;
  errorDetail?: { message?: string };
}

const COPYING = /^Copying (?:blob|config) (\S+)/;
const SKIPPED = /already exists|skipped/;

/** Progress of a pull, from the engine's messages. */
export class PullProgress {
  error: string | null = null;
  readonly #layers = new Map<string, { done: number; of: number | null }>();
  #ending = false;

  hear(text: string): void {
    const line = parse(text);
    if (!line) return;
    if (line.error ?? line.errorDetail?.message) this.error = line.error ?? line.errorDetail?.message ?? "";
    if (line.stream !== undefined) this.#readPodmanLine(line.stream);
    else if (line.id && line.status) this.#readDockerLine(line.id, line.status, line.progressDetail);
  }

  /** Message for the customer. Podman's own API reports layers that begin, but not their progress. */
  get message(): string {
    const layers = [...this.#layers.values()];
    if (layers.length === 0) return "Pulling the image";
    if (this.#ending) return "Pulling the image: unpacking";
    const sizes = layers.flatMap(({ of }) => of ?? []);
    if (sizes.length === 0) return `Pulling the image: layer ${layers.length}`;
    const done = layers.reduce((sum, layer) => sum + layer.done, 0);
    // Layers that have not begun count with the average size of the others.
    const known = sizes.reduce((sum, size) => sum + size, 0);
    const average = known / Math.max(1, sizes.filter((size) => size > 0).length);
    const of = known + average * (layers.length - sizes.length);
    return `Pulling the image: ${of === 0 ? 0 : Math.floor((done / of) * 100)} %`;
  }

  #readPodmanLine(line: string): void {
    const blob = COPYING.exec(line)?.[1];
    if (blob && !SKIPPED.test(line)) this.#layers.set(blob, { done: 0, of: null });
    if (/^Writing manifest/.test(line)) this.#ending = true;
  }

  #readDockerLine(id: string, status: string, detail: Line["progressDetail"]): void {
    if (/^Pulling fs layer|^Waiting/.test(status)) this.#layers.set(id, { done: 0, of: null });
    else if (/^Downloading/.test(status))
      this.#layers.set(id, { done: detail?.current ?? 0, of: detail?.total ?? null });
    else if (/^(Download complete|Already exists|Pull complete)/.test(status)) {
      const of = this.#layers.get(id)?.of ?? 0;
      this.#layers.set(id, { done: of, of });
    }
  }
}

function parse(text: string): Line | null {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return null;
  }
}
