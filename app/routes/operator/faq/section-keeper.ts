import { isSameText, type Section, type SectionText, type Topic } from "~/domain/faq/topic";

/** How long after the last edit the text is sent, and at most after the first. */
const PAUSE_MS = 1_000;
const LONGEST_MS = 10_000;
/** The waits after failures; the last one repeats. */
const RETRY_MS = [2_000, 5_000, 10_000, 20_000, 30_000];

/** A text and version that the server has. */
export type Stored = SectionText & { version: number };

/** A topic in the fields; it keeps its key when it moves. */
export type KeptTopic = Topic & { key: number };

/** The text of the fields. */
export interface KeptText {
  title: string;
  topics: KeptTopic[];
}

export interface Kept {
  text: KeptText;
  state: "saved" | "saving" | "unsaved";
  /** Why it could not be saved. */
  message: string;
  /** Another editor's saved text; nothing is sent until the user chooses between the two. */
  theirs: Stored | null;
  /** The section was deleted. */
  gone: boolean;
}

export type SaveAnswer =
  | { outcome: "saved"; version: number }
  /** Another editor was faster; null: the section is deleted. */
  | { outcome: "changed"; newest: Stored | null; message: string }
  | { outcome: "refused"; message: string }
  /** A retry may succeed. */
  | { outcome: "failed"; message: string };

interface Outside {
  send: (text: SectionText, version: number) => Promise<SaveAnswer>;
  /** Stores a text in the browser until the server has it. */
  draft: { write: (draft: { text: SectionText; base: Stored }) => void; remove: () => void };
  /** Calls later; returns a function that cancels. */
  later: (ms: number, work: () => void) => () => void;
}

/**
 * Saves what is typed in a section: in the browser with every edit, and on the server after a pause. Only one save runs
 * at a time; newer edits cause one more (3.7). A save with a lost answer is repeated, which is harmless.
 */
export class SectionKeeper {
  private kept: Kept;
  private base: Stored;
  private running = false;
  private failures = 0;
  private firstEditMs = 0;
  private stopped = false;
  private keys = 0;
  private callOff = () => {};
  private readonly listeners = new Set<() => void>();

  constructor(
    section: Section,
    private readonly outside: Outside,
  ) {
    const { title, topics, version } = section;
    this.base = { title, topics, version };
    const text = this.withKeys({ title, topics });
    this.kept = { text, state: "saved", message: "", theirs: null, gone: false };
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly snapshot = () => this.kept;

  /** The newest version that the server is known to have. */
  get version(): number {
    return this.base.version;
  }

  readonly edit = (given: SectionText): void => {
    const text = this.withKeys(given);
    if (isSameText(text, this.base) && !this.running && !this.kept.theirs) {
      this.callOff();
      this.outside.draft.remove();
      this.show({ text, state: "saved", message: "" });
      return;
    }
    this.outside.draft.write({ text, base: this.base });
    if (this.kept.state === "saved") this.firstEditMs = Date.now();
    this.show({ text, state: this.running ? "saving" : "unsaved", message: "" });
    const untilLongest = this.firstEditMs + LONGEST_MS - Date.now();
    this.saveIn(Math.max(0, Math.min(PAUSE_MS, untilLongest)));
  };

  /** Sends unsaved text; if a save is running, another one follows. */
  readonly save = async (): Promise<void> => {
    this.callOff();
    if (this.running || this.kept.theirs || this.kept.gone || this.kept.state === "saved") return;
    const { text } = this.kept;
    this.running = true;
    this.show({ state: "saving" });
    const answer = await this.outside.send(text, this.base.version);
    this.running = false;
    this.take(answer, text);
  };

  /** Takes what the loader reads meanwhile: another tab's or editor's text. */
  readonly hear = (section: Section): void => {
    if (section.version > this.base.version && !this.running) this.meet(section);
  };

  /** Restores a text stored in the browser to the fields. */
  readonly putBack = ({ text, base }: { text: SectionText; base: SectionText }): void => {
    if (isSameText(base, this.base)) this.edit(text);
    else if (!isSameText(text, this.base)) {
      this.show({ text: this.withKeys(text), state: "unsaved", theirs: this.base });
      this.outside.draft.write({ text, base: { ...base, version: 0 } });
    }
  };

  /** Keeps the other text; the caller stores what was typed here. */
  readonly takeTheirs = (): void => {
    const { theirs } = this.kept;
    if (!theirs) return;
    this.base = theirs;
    this.outside.draft.remove();
    this.show({ text: this.withKeys(theirs), state: "saved", message: "", theirs: null });
  };

  /** Keeps the fields; the other text stays in the history. */
  readonly keepOwn = async (): Promise<void> => {
    const { theirs } = this.kept;
    if (!theirs) return;
    this.base = theirs;
    this.show({ theirs: null, message: "" });
    this.edit(this.kept.text);
    await this.save();
  };

  /** Leaves the page: sends unsaved text once; the draft stays until it has arrived. */
  readonly stop = async (): Promise<void> => {
    await this.save();
    this.stopped = true;
    this.callOff();
  };

  private take(answer: SaveAnswer, sent: SectionText): void {
    this.failures = answer.outcome === "failed" ? this.failures + 1 : 0;
    if (answer.outcome === "saved") {
      this.base = { ...sent, version: answer.version };
      this.settle();
    } else if (answer.outcome === "changed") {
      if (answer.newest) this.meet(answer.newest);
      else this.show({ state: "unsaved", message: answer.message, gone: true });
    } else {
      this.show({ state: "unsaved", message: answer.message });
      const wait = RETRY_MS[Math.min(this.failures, RETRY_MS.length) - 1];
      if (wait !== undefined) this.saveIn(wait);
      else if (!isSameText(sent, this.kept.text)) this.saveIn(PAUSE_MS);
    }
  }

  /** Meets a newer version: ignores it if its text is the old one or ours; otherwise the user has to choose. */
  private meet({ title, topics, version }: Stored): void {
    const newest = { title, topics, version };
    const untouched = isSameText(this.kept.text, this.base);
    if (isSameText(newest, this.base) || isSameText(newest, this.kept.text)) {
      this.base = newest;
      this.settle();
    } else if (untouched) {
      this.base = newest;
      this.show({ text: this.withKeys(newest), state: "saved", message: "" });
    } else {
      this.callOff();
      this.show({ state: "unsaved", theirs: newest });
    }
  }

  /** Checks whether anything goes beyond the server's base. */
  private settle(): void {
    if (isSameText(this.kept.text, this.base)) {
      this.callOff();
      this.outside.draft.remove();
      this.show({ state: "saved", message: "", theirs: null });
    } else {
      this.firstEditMs = Date.now();
      this.show({ state: "unsaved", message: "" });
      this.outside.draft.write({ text: this.kept.text, base: this.base });
      void this.save();
    }
  }

  private saveIn(ms: number): void {
    this.callOff();
    if (!this.kept.theirs && !this.stopped) this.callOff = this.outside.later(ms, () => void this.save());
  }

  /** A topic from elsewhere takes the key of the one in its place, so that open topics stay open. */
  private withKeys({ title, topics }: SectionText): KeptText {
    const given = topics.map((topic: Topic & { key?: number }) => topic.key);
    const present = this.kept?.text.topics.map(({ key }) => key) ?? [];
    const keyAt = (at: number) => {
      const inPlace = present[at];
      return inPlace === undefined || given.includes(inPlace) ? (this.keys += 1) : inPlace;
    };
    return { title, topics: topics.map((topic, at) => ({ ...topic, key: given[at] ?? keyAt(at) })) };
  }

  private show(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    for (const listener of this.listeners) listener();
  }
}
