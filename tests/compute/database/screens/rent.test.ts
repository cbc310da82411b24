import { describe, expect, it } from "vitest";
import { prisma } from "~/platform/db.server";
import { M } from "~/messages";
import type { FormAnswer } from "~/platform/http/form.server";
import { refusedFields } from "~/compute/screens/reservation/refused-fields";
import { action, loader } from "~/compute/screens/rent/route";
import { isReady } from "~/compute/screens/reservation/readiness";
import { aNode, aTenant } from "../../../support/world";
import { anEd25519Line } from "../../../support/ssh-key";
import { aVisitor } from "../../../support/visitor";
import { CHOSEN, useRenter } from "./renting";
import { answerOf, aVisit, get, noticeOf, post, thrownBy } from "../../../accounts/database/screens/visit";

const { owner, visit, start } = useRenter();

describe("The reservation form", () => {
  it("is closed at first, opens with New Task and is confirmed with a normalised name", async () => {
    expect((await loader(get(visit(), "/rent"))).step).toEqual({ name: "closed" });
    const opened = await loader(get(visit(), "/rent?new=1"));
    expect(opened.step.name).toBe("form");
    expect(opened.choice).toMatchObject({
      row: "fra1:a5000",
      gpu_min: "1",
      network: "ethernet",
      agent: "no-agent",
    });
    expect(opened.choice.ssh_key_id).toBe(String(owner().sshKeyId));
    const confirmed = await loader(get(visit(), "/rent?step=confirm&task_name=my++first+run"));
    expect([confirmed.step.name, confirmed.choice.task_name]).toEqual(["confirm", "my-first-run"]);
  });

  it("goes back to the field whose name is refused (scenario 14)", async () => {
    const { step } = await loader(get(visit(), `/rent?step=confirm&task_name=${"x".repeat(64)}`));
    expect(step).toEqual({ name: "form", errors: { task_name: M.taskNameTooLong } });
    const dashed = await loader(get(visit(), "/rent?step=confirm&task_name=-x"));
    expect(dashed.step).toEqual({ name: "form", errors: { task_name: M.taskNameCharacters } });
  });

  it.each([
    ["row", "fra9:a5000", M.unknownCluster({ cluster_name: "fra9" })],
    ["row", "fra1:b200", M.unknownGpuType({ gpu_type: "b200" })],
    ["tenant_image", "ubuntu20-cuda11", M.unknownImage({ tenant_image: "ubuntu20-cuda11" })],
    ["gpu_min", "3", M.wrongGpuCount],
    ["network", "token-ring", M.noSuchNetwork({ cluster_name: "fra1", network: "token-ring" })],
    ["agent", "spy", M.unreadable],
    ["ssh_key_id", "99999", M.sshKeyRequired],
    ["task_name", "", M.taskNameRequired],
  ])("shows the fault at the field and keeps the rest: %s=%s", async (name, value, message) => {
    const rest = { task_name: "kept", gpu_min: "4", agent: "stats", network: "infiniband" };
    const query = new URLSearchParams({ step: "confirm", ...rest, [name]: value });
    const { step, choice } = await loader(get(visit(), `/rent?${query}`));
    expect(step).toEqual({ name: "form", errors: { [name]: message } });
    for (const [field, kept] of Object.entries(rest)) {
      if (field !== name) expect(choice).toMatchObject({ [field]: kept });
    }
  });

  it("refuses a network that the cluster has not, before anything is sent (scenario 23)", async () => {
    const query = "step=confirm&row=ams2:a100&network=infiniband";
    await aNode({ cluster: "ams2", gpuType: "a100" });
    const { step } = await loader(get(visit(), `/rent?${query}`));
    const message = M.noSuchNetwork({ cluster_name: "ams2", network: "infiniband" });
    expect(step).toEqual({ name: "form", errors: { network: message } });
  });

  it("is ready if the choice fits now, not by sums (scenario 16)", async () => {
    const { choice, offer } = await loader(get(visit(), "/rent?step=confirm"));
    expect(isReady({ ...choice, gpu_min: "8" }, offer.free)).toBe(true);
    expect(isReady({ ...choice, gpu_min: "16" }, offer.free)).toBe(false);
    expect(isReady({ ...choice, network: "infiniband" }, offer.free)).toBe(false);
  });

  it("lets visitors configure but not start (scenario 25)", async () => {
    const visitor = aVisitor();
    const shown = await loader(get(visitor, "/rent?step=confirm"));
    expect(shown).toMatchObject({ loggedIn: false, step: { name: "confirm" }, offer: { keys: [] } });
    const answer = await thrownBy(action(post(visitor, "/rent", { intent: "start", ...CHOSEN })));
    expect(answer.headers.get("Location")).toBe("/login?redirectTo=%2Frent");
  });
});

describe("The buttons that lead on", () => {
  const order = { row: "fra1:a5000", gpu_min: "4", network: "ethernet", task_name: "led on", max_dollars: "25" };
  const leads = async (who: Parameters<typeof post>[0], fields: Record<string, string>) =>
    (await answerOf(await action(post(who, "/rent?new=1", { ...order, ...fields })))).location ?? "";
  const orderIn = (location: string) => {
    const { pathname, searchParams } = new URL(location, "http://x");
    const kept = new URL(searchParams.get("redirectTo") ?? location, "http://x").searchParams;
    return [pathname, Object.fromEntries([...kept].filter(([name]) => name in order))];
  };

  it.each([
    ["register", "/register"],
    ["login", "/login"],
    ["proceed", "/rent"],
    ["choose", "/rent"],
  ])("take a visitor's order as it is filled in, without script: %s", async (intent, path) => {
    expect(orderIn(await leads(aVisitor(), { intent }))).toEqual([path, order]);
  });

  it("propose the amount that is missing", async () => {
    const location = await leads(visit(), { intent: "funds", amount: "7.00" });
    expect(orderIn(location)).toEqual(["/billing/add-funds", order]);
    expect(new URL(location, "http://x").searchParams.get("amount")).toBe("7.00");
  });

  it("store a pasted key first, and refuse one that is none", async () => {
    const before = await prisma.sshKey.count();
    const fields = { intent: "proceed", ssh_public_key: "not a key" };
    const refused = await answerOf(await action(post(visit(), "/rent?new=1", { ...order, ...fields })));
    expect(refused).toMatchObject({
      status: 422,
      data: { lastResult: { error: { ssh_public_key: [M.invalidSshKey] } } },
    });
    const location = await leads(visit(), { intent: "proceed", ssh_public_key: anEd25519Line("pasted") });
    expect(await prisma.sshKey.count()).toBe(before + 1);
    const key = await prisma.sshKey.findFirstOrThrow({ where: { comment: "pasted" } });
    expect(new URL(location, "http://x").searchParams.get("ssh_key_id")).toBe(String(key.id));
    await prisma.sshKey.delete({ where: { id: key.id } });
    await prisma.sshKey.update({ where: { id: owner().sshKeyId }, data: { isDefault: true } });
  });
});

describe("Start Task and Enqueue Task", () => {
  it("starts a task once and leads to its screen (scenarios 13, 26)", async () => {
    const opened = new Set<string | null>();
    const fields = { task_name: "my first run", idempotency_key: "once" };
    for (let sent = 1; sent <= 2; sent += 1) {
      const { status, location } = await answerOf(await start(fields));
      expect(status).toBe(303);
      opened.add(location);
      expect(await noticeOf(visit())).toEqual({ retcode: "OK", message: "Task my-first-run is starting." });
    }
    const tasks = await prisma.task.findMany({
      where: { tenantId: owner().tenantId, taskName: "my-first-run" },
    });
    expect(tasks.map((task) => task.state)).toEqual(["placing"]);
    expect([...opened]).toEqual([`/tasks/${tasks[0]?.resvGuid}`]);
  });

  it("starts nothing when a form is sent again with another choice (A5)", async () => {
    const fields = { task_name: "another run", idempotency_key: "once" };
    expect(await answerOf(await start(fields))).toMatchObject({
      status: 422,
      data: { message: M.keyUsedForOtherRequest },
    });
    expect(await prisma.task.count({ where: { taskName: "another-run" } })).toBe(0);
  });

  it("shows a refused field at its input: a name in use (scenario 14)", async () => {
    const answer = await answerOf(await start({ task_name: "my first run", idempotency_key: "other" }));
    expect(answer.status).toBe(422);
    const message = M.taskNameTaken({ task_name: "my-first-run" });
    const { choice } = await loader(get(visit(), "/rent?step=confirm"));
    expect(refusedFields(answer.data as FormAnswer, choice)).toEqual({ task_name: message });
  });

  it("names every refused field in one answer, and the first one in its sentence", async () => {
    const wrong = { task_name: "-x", max_seconds: "1", max_dollars: "0.5", tags: "a b!", network: "token-ring" };
    const { status, data } = await answerOf(await start({ ...wrong, ssh_public_key: "not a key" }));
    const { message, lastResult } = data as FormAnswer;
    expect([status, message]).toEqual([422, M.invalidSshKey]);
    expect(Object.keys(lastResult.error ?? {}).sort()).toEqual(
      ["max_dollars", "max_seconds", "network", "ssh_public_key", "tags", "task_name"].sort(),
    );
    const keyed = (await answerOf(await start(wrong))).data as FormAnswer;
    expect([keyed.message, Object.keys(keyed.lastResult.error ?? {}).length]).toEqual([M.taskNameCharacters, 5]);
  });

  it("shows how long the balance lasts before a start, and after it with both tasks", async () => {
    const { funds } = await loader(get(visit(), "/rent?step=confirm"));
    expect(funds).toMatchObject({ availableUnits: 100 * 360_000, committedPph: 95 });
    const visitor = aVisitor();
    expect((await loader(get(visitor, "/rent?step=confirm"))).funds).toBeNull();
  });

  it("shows how long comparable tasks waited if only the queue is left", async () => {
    const waitOf = async (who: Parameters<typeof get>[0], gpus: number) =>
      (await loader(get(who, `/rent?row=fra1:a5000&gpu_min=${gpus}`))).wait?.text ?? null;
    expect(await waitOf(visit(), 8)).toBe(
      "No estimate is possible: no comparable task started from this queue in the last 7 days.",
    );
    expect(await waitOf(visit(), 1)).toBeNull();
    expect(await waitOf(aVisitor(), 8)).toBeNull();
  });

  it("offers the queue when capacity is gone (scenario 18)", async () => {
    const answer = await answerOf(await start({ task_name: "too-late", gpu_min: "8" }));
    expect(answer).toMatchObject({ status: 422, data: { message: M.noFreeGpus({ cluster_name: "fra1", own: 1 }) } });
  });

  it("joins the queue only with the agreement (scenario 24)", async () => {
    const fields = { intent: "enqueue", task_name: "patient", gpu_min: "8" };
    expect(await answerOf(await start(fields))).toMatchObject({
      status: 422,
      data: { message: M.agreeToQueueTerms },
    });
    const joined = await answerOf(await start({ ...fields, agree: "1" }));
    const task = await prisma.task.findFirstOrThrow({ where: { taskName: "patient" } });
    expect(task.state).toBe("queued");
    expect(joined).toMatchObject({ status: 303, location: `/tasks/${task.resvGuid}` });
  });

  it("starts one task on a double click, whose two requests arrive at once (scenario 26)", async () => {
    const fields = { task_name: "double click", idempotency_key: "double" };
    const answers = await Promise.all([start(fields), start(fields)]);
    const { resvGuid } = await prisma.task.findFirstOrThrow({ where: { taskName: "double-click" } });
    for (const answer of answers) {
      expect(await answerOf(answer)).toMatchObject({ status: 303, location: `/tasks/${resvGuid}` });
    }
    expect(await prisma.task.count({ where: { taskName: "double-click" } })).toBe(1);
  });

  it("shares the limit of POST /v1/reserve: the 31st of a minute is refused with 429", async () => {
    const eager = await aTenant();
    const others = await aVisit({ userId: eager.userId });
    const fields = { intent: "start", ...CHOSEN, task_name: "" };
    const send = async () => await answerOf(await action(post(others, "/rent?step=confirm", fields)));
    for (let count = 1; count <= 30; count += 1) expect((await send()).status).toBe(422);
    expect((await send()).status).toBe(429);
  });

  it("keeps the typed values when the key is missing (scenario 15)", async () => {
    const keyless = await aTenant();
    await prisma.sshKey.deleteMany({ where: { tenantId: keyless.tenantId } });
    const other = await aVisit({ userId: keyless.userId });
    const sent = { intent: "start", ...CHOSEN, task_name: "no-key" };
    const answer = await answerOf(await action(post(other, "/rent?step=confirm", sent)));
    expect(answer).toMatchObject({
      status: 422,
      data: { message: M.sshKeyRequired, lastResult: { initialValue: { task_name: "no-key" } } },
    });
  });

  it("starts with a watchdog's minutes only where its agent has one", async () => {
    const fields = { agent: "no-agent", idle_minutes: "15", row: "fra1:a5000", cluster_name: "", gpu_type: "" };
    expect(await answerOf(await start({ ...fields, task_name: "idle-form" }))).toMatchObject({ status: 303 });
    const task = await prisma.task.findFirstOrThrow({ where: { taskName: "idle-form" } });
    expect(task).toMatchObject({ clusterName: "fra1", gpuType: "a5000", idleMinutes: 60 });
  });
});
