import { beforeEach, expect, test, vi } from "vitest";
import type { Section, SectionText } from "~/domain/faq/topic";
import { type SaveAnswer, SectionKeeper } from "~/routes/operator/faq/section-keeper";

const text = (title: string, ...questions: string[]): SectionText => ({
  title,
  topics: questions.map((question) => ({ question, answer: "So." })),
});
const section: Section = { id: 3, version: 4, ...text("Billing", "Why?") };

/** A server that answers when the test says so, a browser's store, and a clock that is turned by hand. */
function aWorld() {
  const sent: { text: SectionText; version: number; answer: (answer: SaveAnswer) => void }[] = [];
  const world = {
    sent,
    draft: null as SectionText | null,
    timers: [] as { ms: number; work: () => void }[],
    keeper: null as unknown as SectionKeeper,
    ring: () => world.timers.splice(0).forEach(({ work }) => work()),
    answer: async (answer: SaveAnswer) => {
      sent.at(-1)?.answer(answer);
      await vi.waitFor(() => expect(world.keeper.snapshot().state === "saving" && sent.length === 1).toBe(false));
    },
  };
  world.keeper = new SectionKeeper(section, {
    send: (given, version) => new Promise((answer) => sent.push({ text: given, version, answer })),
    draft: { write: ({ text: given }) => (world.draft = given), remove: () => (world.draft = null) },
    later: (ms, work) => {
      const timer = { ms, work };
      world.timers.push(timer);
      return () => void (world.timers = world.timers.filter((one) => one !== timer));
    },
  });
  return world;
}

let world: ReturnType<typeof aWorld>;
beforeEach(() => (world = aWorld()));

const state = () => world.keeper.snapshot();
const saved = (version: number): SaveAnswer => ({ outcome: "saved", version });
const failed: SaveAnswer = { outcome: "failed", message: "no answer" };
const changed = (newest: SectionText | null, version = 5): SaveAnswer => ({
  outcome: "changed",
  newest: newest && { ...newest, version },
  message: "changed",
});

test("each letter is in the browser at once, and on the server after a pause", async () => {
  world.keeper.edit(text("Bills", "Why?"));
  expect(state().state).toBe("unsaved");
  expect(world.draft).toMatchObject({ title: "Bills" });
  expect(world.timers.map(({ ms }) => ms)).toEqual([1_000]);
  world.ring();
  expect(state().state).toBe("saving");
  expect(world.sent).toMatchObject([{ version: 4, text: { title: "Bills" } }]);
  expect(world.draft).not.toBeNull();
  await world.answer(saved(5));
  expect(state().state).toBe("saved");
  expect(world.draft).toBeNull();
});

test("no save is sent while one runs; newer edits make one more, with the version of the first (3.7)", async () => {
  world.keeper.edit(text("B", "Why?"));
  world.ring();
  world.keeper.edit(text("Bi", "Why?"));
  world.ring();
  void world.keeper.save();
  expect(world.sent).toHaveLength(1);
  await world.answer(saved(5));
  await vi.waitFor(() => expect(world.sent).toHaveLength(2));
  expect(world.sent[1]).toMatchObject({ version: 5, text: { title: "Bi" } });
  await world.answer(saved(6));
  await vi.waitFor(() => expect(state().state).toBe("saved"));
});

test("what does not get through stays, and is sent again after longer and longer waits", async () => {
  world.keeper.edit(text("Bills", "Why?"));
  const waits: number[] = [];
  for (let time = 0; time < 6; time += 1) {
    world.ring();
    await world.answer(failed);
    await vi.waitFor(() => expect(world.timers).toHaveLength(1));
    waits.push(world.timers[0]?.ms ?? 0);
    expect(state()).toMatchObject({ state: "unsaved", message: "no answer" });
    expect(world.draft).toMatchObject({ title: "Bills" });
  }
  expect(waits).toEqual([2_000, 5_000, 10_000, 20_000, 30_000, 30_000]);
});

test("a refused text waits for the next edit", async () => {
  world.keeper.edit(text("", "Why?"));
  world.ring();
  await world.answer({ outcome: "refused", message: "A title of 1 to 200 characters is required." });
  await vi.waitFor(() => expect(state().state).toBe("unsaved"));
  expect(world.timers).toEqual([]);
  expect(world.draft).not.toBeNull();
  world.keeper.edit(text("B", "Why?"));
  expect(world.timers).toHaveLength(1);
});

test("somebody else's text stops the saving until one is chosen: M112", async () => {
  world.keeper.edit(text("Mine", "Why?"));
  world.ring();
  await world.answer(changed(text("Theirs", "Why?")));
  await vi.waitFor(() => expect(state().theirs).toMatchObject({ title: "Theirs" }));
  world.keeper.edit(text("Mine, merged", "Why?"));
  world.ring();
  expect(world.sent).toHaveLength(1);
  expect(world.draft).toMatchObject({ title: "Mine, merged" });
  void world.keeper.keepOwn();
  await vi.waitFor(() => expect(world.sent).toHaveLength(2));
  expect(world.sent[1]).toMatchObject({ version: 5, text: { title: "Mine, merged" } });
});

test("their text takes the place of ours when that is what is wanted", async () => {
  world.keeper.edit(text("Mine", "Why?"));
  world.ring();
  await world.answer(changed(text("Theirs", "Why?")));
  await vi.waitFor(() => expect(state().theirs).not.toBeNull());
  world.keeper.takeTheirs();
  expect(state()).toMatchObject({ state: "saved", theirs: null, text: { title: "Theirs" } });
});

test("a newer version with the same text, such as of a move, is no conflict: the save follows it", async () => {
  world.keeper.edit(text("Mine", "Why?"));
  world.ring();
  await world.answer(changed(section, 9));
  await vi.waitFor(() => expect(world.sent).toHaveLength(2));
  expect(world.sent[1]).toMatchObject({ version: 9, text: { title: "Mine" } });
});

test("a deleted section keeps what was typed, and asks no more", async () => {
  world.keeper.edit(text("Mine", "Why?"));
  world.ring();
  await world.answer(changed(null));
  await vi.waitFor(() => expect(state().gone).toBe(true));
  expect(world.draft).toMatchObject({ title: "Mine" });
  void world.keeper.save();
  expect(world.sent).toHaveLength(1);
});

test("what the loader reads anew is taken where nothing was typed, and is a conflict where something was", () => {
  world.keeper.hear({ ...section, version: 5, title: "Theirs" });
  expect(state()).toMatchObject({ state: "saved", text: { title: "Theirs" } });
  world.keeper.edit(text("Mine", "Why?"));
  world.keeper.hear({ ...section, version: 6, title: "Theirs again" });
  expect(state()).toMatchObject({ state: "unsaved", theirs: { title: "Theirs again" }, text: { title: "Mine" } });
});

test("a kept text is put back: onto the text it was made from, or beside another one", () => {
  world.keeper.putBack({ text: text("Kept", "Why?"), base: section });
  expect(state()).toMatchObject({ state: "unsaved", theirs: null, text: { title: "Kept" } });
  world = aWorld();
  world.keeper.putBack({ text: text("Kept", "Why?"), base: text("Older") });
  expect(state()).toMatchObject({ theirs: { title: "Billing" }, text: { title: "Kept" } });
});

test("a topic keeps its key wherever it is moved", () => {
  world.keeper.edit(text("Billing", "Why?", "How?"));
  const [why, how] = state().text.topics;
  if (!why || !how) throw new Error("no topics");
  world.keeper.edit({ ...state().text, topics: [how, why] });
  expect(state().text.topics.map(({ key }) => key)).toEqual([how.key, why.key]);
  // A text from elsewhere leaves open what stands open, and no key is given twice.
  world.keeper.edit({ title: "Billing", topics: [...text("", "Other?").topics, how] });
  expect(new Set(state().text.topics.map(({ key }) => key)).size).toBe(2);
  world.keeper.edit(text("Billing", "Other?", "How?", "New?"));
  expect(state().text.topics[1]?.key).toBe(how.key);
  expect(new Set(state().text.topics.map(({ key }) => key)).size).toBe(3);
});
