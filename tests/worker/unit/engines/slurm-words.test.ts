import { expect, test } from "vitest";
import { gpusOf, reasonOf, stateOf, whyNoJobs } from "../../../../worker/engines/slurm/words";

test.each([
  ["Resources", "gpus"],
  ["Priority", "priority"],
  ["ReqNodeNotAvail, UnavailableNodes:n[1-2]", "maintenance"],
  ["Reservation", "maintenance"],
  ["NodeDown", "maintenance"],
  ["PartitionDown", "closed"],
  ["PartitionInactive", "closed"],
  ["QOSNotAllowed", "closed"],
  ["InvalidAccount", "closed"],
  ["InvalidQOS", "closed"],
  ["AssocGrpGRES", "share-used"],
  ["AssocGrpCPUMinutesLimit", "share-used"],
  ["AssocMaxJobsLimit", "share-used"],
  ["AssociationJobLimit", "share-used"],
  ["QOSMaxJobsPerUserLimit", "share-used"],
  ["QOSMaxGRESPerUser", "share-used"],
  ["QOSGrpGRES", "share-used"],
  ["MaxGRESPerAccount", "share-used"],
  ["JobHeldUser", "held"],
  ["JobHeldAdmin", "held"],
  ["BeginTime", "held"],
  ["Dependency", "held"],
  ["PartitionTimeLimit", "never"],
  ["PartitionNodeLimit", "never"],
  ["BadConstraints", "never"],
  ["QOSMaxGRESPerJob", "never"],
  ["AssocMaxWallDurationPerJobLimit", "never"],
  ["AssocMaxGRESPerNode", "never"],
  ["QOSMinGRES", "never"],
  ["JobLaunchFailure", "launch-failed"],
  ["Prolog", "launch-failed"],
  ["None", "other"],
  ["AWordOfALaterVersion", "other"],
])("a job that waits for %s waits for: %s", (word, kind) => {
  expect(reasonOf(word, "")).toEqual({ kind, word });
});

test("a job that is held because a node could not start it says so in a sentence", () => {
  expect(reasonOf("JobHeldAdmin", "launch failed requeued held")).toEqual({
    ...{ kind: "launch-failed", word: "JobHeldAdmin: launch failed requeued held" },
  });
});

test.each([
  ["PENDING", "waiting", null],
  ["REQUEUED", "waiting", null],
  ["CONFIGURING", "starting", null],
  ["RUNNING", "running", null],
  ["SUSPENDED", "running", null],
  ["COMPLETING", "ending", null],
  ["COMPLETED", "ended", "done"],
  ["FAILED", "ended", "failed"],
  ["CANCELLED", "ended", "cancelled"],
  ["CANCELLED by 0", "ended", "cancelled"],
  ["TIMEOUT", "ended", "timeout"],
  ["DEADLINE", "ended", "timeout"],
  ["PREEMPTED", "ended", "preempted"],
  ["NODE_FAIL", "ended", "node-lost"],
  ["OUT_OF_MEMORY", "ended", "out-of-memory"],
])("%s is %s, by its end %s", (word, state, end) => {
  expect(stateOf(word)).toEqual({ state, end });
});

test("an unknown state counts as no state", () => {
  expect(stateOf("TELEPORTED")).toBeNull();
  expect(stateOf("")).toBeNull();
});

test.each([
  ["idle", [], "", ""],
  ["mixed", ["COMPLETING"], "", ""],
  ["allocated", ["PLANNED"], "", ""],
  ["idle", ["DRAIN"], "bad fan", "drain: bad fan"],
  ["down", ["NOT_RESPONDING"], "Not responding", "down, not responding: Not responding"],
  ["idle", ["MAINTENANCE", "REBOOT_REQUESTED"], "", "maintenance, reboot requested"],
  ["unknown", [], "", "unknown"],
])("a node that is %s %j %j takes jobs unless: %j", (state, flags, reason, why) => {
  expect(whyNoJobs(state, flags, reason)).toBe(why);
});

test.each([
  ["gpu:a5000:8", [{ word: "a5000", count: 8, ids: [] }]],
  ["gpu:8(S:0-1)", [{ word: "", count: 8, ids: [] }]],
  ["gpu:a5000:2(IDX:0,3-4)", [{ word: "a5000", count: 2, ids: [0, 3, 4] }]],
  ["gpu:a5000:0(IDX:N/A)", [{ word: "a5000", count: 0, ids: [] }]],
  [
    "shard:a5000:4,gpu:a5000:2(S:0-1),gpu:h100_80gb:1(IDX:7),mps:gpu:4",
    [
      { word: "a5000", count: 2, ids: [] },
      { word: "h100_80gb", count: 1, ids: [7] },
    ],
  ],
  ["", []],
])("%s has the GPUs %j", (text, gpus) => {
  expect(gpusOf(text)).toEqual(gpus);
});
