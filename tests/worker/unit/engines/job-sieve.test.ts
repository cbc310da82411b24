import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { JobSieve } from "../../../../worker/engines/slurm/job-sieve";

const answer = readFileSync(new URL("recorded/jobs.json", import.meta.url), "utf8");

/** Sieves a text in pieces of this number of characters. */
function sieved(text: string, length = 1_000): unknown {
  const sieve = new JobSieve();
  for (let at = 0; at < text.length; at += length) sieve.feed(text.slice(at, at + length));
  return sieve.end();
}

test("of all jobs those of Millrace are kept, and all else of the answer, wherever the network cuts it", () => {
  const all = JSON.parse(answer) as { jobs: { name: string }[] };
  const expected = { ...all, jobs: all.jobs.filter(({ name }) => name.startsWith("mr-")) };
  expect([all.jobs.length, expected.jobs.length]).toEqual([7, 6]);
  for (const length of [1, 7, 64, 4_096, answer.length]) expect(sieved(answer, length)).toEqual(expected);
});

test("an answer without jobs is read as it is", () => {
  for (const text of [
    "{}",
    "[1, [2]]",
    '"jobs"',
    '{"jobs": []}',
    '{"jobs": null, "a": [[{}]]}',
    '{"a": {"jobs": [{"b": 1}]}}',
  ])
    expect(sieved(text, 2)).toEqual(JSON.parse(text));
});

test("brackets, quotes and our names within another's strings mean nothing", () => {
  const jobs = [
    { name: 'x", "name": "mr-1', comment: "]}}" },
    { name: "mr-2", comment: '{"jobs": [' },
    { name: "\\", nested: [{ jobs: ["}"] }] },
  ];
  expect(sieved(JSON.stringify({ jobs, errors: [] }), 3)).toEqual({ jobs: [jobs[1]], errors: [] });
});

test("an answer that is cut off is none", () => {
  for (const length of [0, 1, 200, 5_000, answer.length - 3])
    expect(() => sieved(answer.slice(0, length))).toThrow(SyntaxError);
});

test("40 MB of others' jobs are read in parts, and leave ours", () => {
  const job = JSON.stringify({ name: "theirs", comment: "x".repeat(3_000) });
  const [sieve, part] = [new JobSieve(), `${job},`.repeat(20)];
  sieve.feed('{"jobs": [');
  for (let step = 0; step < 650; step += 1) sieve.feed(part);
  sieve.feed('{"name": "mr-1"}], "errors": []}');
  expect(sieve.end()).toEqual({ jobs: [{ name: "mr-1" }], errors: [] });
});
