import { expect, test } from "vitest";
import { takePlace } from "../../../../worker/agent/pilot/take-place";

const SLURM = {
  ...{ MILLRACE_PLACE_TOKEN: "mrp_x", TMPDIR: "/scratch/17", SLURM_JOB_ID: "17", SLURM_NODEID: "1" },
  ...{ SLURMD_NODENAME: "n2", SLURM_JOB_GPUS: "0-1,6" },
};

test("the place of a Slurm job is read from its environment, and the token is removed from there", () => {
  const environment: NodeJS.ProcessEnv = { ...SLURM, NODE_ENV: "test" };
  const place = {
    token: "mrp_x",
    id: "17",
    rank: 1,
    host: "n2",
    gpus: [0, 1, 6],
    job: "17",
    dir: expect.stringMatching(/^\/scratch\/17\/mr-17-1-[\da-f]{8}$/),
  };
  const taken = takePlace(environment);
  expect(taken).toEqual(place);
  expect(environment).not.toHaveProperty("MILLRACE_PLACE_TOKEN");
  expect(environment["MILLRACE_DATA_DIR"]).toBe(taken.dir);
});

test("the GPUs of the step, and the variables of any engine, go first", () => {
  expect(takePlace({ ...SLURM, SLURM_STEP_GPUS: "3", NODE_ENV: "test" }).gpus).toEqual([3]);
  const own = {
    MILLRACE_PLACE_ID: "a",
    MILLRACE_PLACE_RANK: "0",
    MILLRACE_PLACE_HOST: "h",
    MILLRACE_PLACE_GPUS: "4,5",
  };
  expect(takePlace({ ...SLURM, ...own, NODE_ENV: "test" })).toMatchObject({
    id: "a",
    rank: 0,
    host: "h",
    gpus: [4, 5],
  });
});

test("an engine may name the folder", () => {
  const place = takePlace({ ...SLURM, MILLRACE_PLACE_DIR: "/run/millrace/place", NODE_ENV: "test" });
  expect(place.dir).toMatch(/^\/run\/millrace\/place\/mr-17-1-/);
});

test("two jobs of the same number have different folders, which nobody can make beforehand", () => {
  const [one, other] = [takePlace({ ...SLURM, NODE_ENV: "test" }), takePlace({ ...SLURM, NODE_ENV: "test" })];
  expect(one.dir).not.toBe(other.dir);
});

test.each([
  [{ MILLRACE_PLACE_TOKEN: "" }, /MILLRACE_PLACE_TOKEN is missing/],
  [{ SLURM_JOB_ID: "../x" }, /id/],
  [{ SLURM_JOB_GPUS: "all" }, /numbers and ranges/],
  [{ SLURM_JOB_GPUS: "0-99" }, /gpus/],
])("what cannot be used is named: %j", (wrong, said) => {
  expect(() => takePlace({ ...SLURM, ...wrong, NODE_ENV: "test" })).toThrow(said);
});
