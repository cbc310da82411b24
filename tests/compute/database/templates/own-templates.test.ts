import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { ACCOUNT_FILES } from "~/staff/inside/own-data/export/account-files.server";
import { eraseTraces } from "~/staff/inside/own-data/deletion/erase-traces.server";
import { readChoiceAgain } from "~/compute/inside/reserve/read-choice-again.server";
import { changeTemplate, createTemplate, deleteTemplate } from "~/compute/change-template.server";
import { listTemplates, readTemplate } from "~/compute/list-templates.server";
import { readKeptRow } from "~/compute/inside/templates/start-again.server";
import { listTaskPorts } from "~/compute/inside/ports/task-ports.server";
import { env } from "~/platform/env.server";
import { M } from "~/messages";
import { aTenant } from "../../../support/world";
import { change, DIGEST, make, NOW, rent, shown, tenant, told } from "./stage";

describe("Templates of a tenant's own", () => {
  test("start tasks that keep their copy, even when they are started again after a change and a deletion", async () => {
    await make({
      start_command: "python serve.py",
      environment: [
        { name: "MODEL", value: "small", secret: false },
        { name: "TOKEN", value: "hf_secret", secret: true },
      ],
      http_ports: [8000, 6006],
    });
    const first = await rent("mine");
    const said = {
      start_command: "python serve.py",
      environment: { MODEL: "small", TOKEN: "hf_secret" },
      http_ports: [6006, 8000],
    };
    const image_ref = "docker.io/pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime";
    expect(await told(first)).toMatchObject({ ...said, image_ref });
    const task = { ...tenant, resvGuid: first };
    expect(await readChoiceAgain(task)).toMatchObject({ template: "mine" });

    await change({ start_command: "python other.py" });
    expect(await told(first)).toMatchObject(said);
    expect(await readChoiceAgain(task)).toMatchObject({ template: `task:${first}` });
    await deleteTemplate({ ...tenant, named: "mine", now: NOW });
    expect(await db.query(`select from template where tenant_id = $1`, [tenant.tenantId])).toEqual([]);
    const kept = await readKeptRow({ tenantId: tenant.tenantId, template: `task:${first}` });
    expect(kept?.title).toMatch(/^mine, as task-\d+ had it$/);
    expect(JSON.stringify(kept)).not.toContain("hf_secret");
    const again = await rent(`task:${first}`);
    expect(await told(again)).toMatchObject({ ...said, image_ref });
    expect(await readChoiceAgain({ ...tenant, resvGuid: again })).toMatchObject({
      template: `task:${again}`,
    });
    await expect(rent(`task:${first}`, await aTenant({ now: NOW }))).rejects.toThrow("no template named task:");
  });

  test("open their ports with the task, for who may come in", async () => {
    await make({ http_ports: [8888] });
    const resvGuid = await rent("mine");
    const taskHost = env.TASK_HOST;
    expect(taskHost).toBeDefined();
    const ports = await listTaskPorts({ tenantId: tenant.tenantId, resvGuid });
    expect(ports).toMatchObject([{ port: 8888, url: expect.stringContaining(`.${taskHost}/`) }]);
  });

  test("show plain variables, and only the names of secrets; a value that is not sent back stays", async () => {
    await make({
      environment: [
        { name: "MODEL", value: "small", secret: false },
        { name: "TOKEN", value: "hf_secret", secret: true },
      ],
    });
    const row = await shown();
    expect(row.environment).toEqual([
      { name: "MODEL", value: "small", secret: false },
      { name: "TOKEN", value: null, secret: true },
    ]);
    await change({ environment: row.environment.slice(1) });
    expect(await told(await rent("mine"))).toMatchObject({ environment: { TOKEN: "hf_secret" } });
    const wrong = change({ environment: [{ name: "OTHER", value: null, secret: true }] });
    await expect(wrong).rejects.toThrow("OTHER: has no value yet");
    const stored = JSON.stringify(await db.query(`select t::text, task::text from template t, task`));
    const [file] = ACCOUNT_FILES.filter(({ name }) => name === "templates");
    let exported = "";
    for await (const piece of file?.json({ userId: tenant.userId, tenantIds: [tenant.tenantId] }) ?? [])
      exported += piece;
    expect(exported).toContain("TOKEN=••••••••");
    expect(stored + exported + JSON.stringify(await listTemplates(tenant))).not.toContain("hf_secret");
  });

  test("have unique names within a tenant, and never exceed 50, even with parallel requests", async () => {
    await make();
    await expect(make()).rejects.toThrow(M.templateNameTaken({ name: "mine" }));
    await createTemplate({ ...(await aTenant({ now: NOW })), now: NOW }, { name: "mine", image: "vllm" });
    await db.query(
      `insert into template (tenant_id, name, title, image_of, image_ref, created_at)
       select $1, 'more-' || n, '', 'pytorch', '', $2 from generate_series(1, 47) n`,
      [tenant.tenantId, NOW],
    );
    const done = await Promise.allSettled(["a", "b", "c", "d"].map((name) => make({ name })));
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const own = (await listTemplates(tenant)).filter((one) => one.own);
    expect(own).toHaveLength(50);
    await expect(make({ name: "one-more" })).rejects.toThrow(M.tooManyTemplates({ n: 50 }));
  });

  test("of other tenants cannot be seen, changed or started, and built-in ones cannot be changed", async () => {
    const id = await make({ name: "private" });
    const other = await aTenant({ now: NOW });
    await expect(readTemplate({ ...other, named: id })).rejects.toThrow(M.notFound);
    await expect(changeTemplate({ ...other, named: id, now: NOW }, { name: "x" })).rejects.toThrow(M.notFound);
    await expect(deleteTemplate({ ...other, named: "private", now: NOW })).rejects.toThrow(M.notFound);
    await expect(rent("private", other)).rejects.toThrow("no template named private");
    await expect(deleteTemplate({ ...tenant, named: "vllm", now: NOW })).rejects.toThrow(M.notFound);
    await expect(changeTemplate({ ...tenant, named: "vllm", now: NOW }, { start_command: "" })).rejects.toThrow(
      M.notFound,
    );
  });

  test("name an image of the catalogue, and show when it is no longer offered", async () => {
    await db.query(
      `insert into image (tenant_image, os_name, reference, digest) values ('own-linux', 'Linux', 'docker.io/acme/linux:1', $1)`,
      [DIGEST],
    );
    await make({ image: "own-linux" });
    expect(await told(await rent("mine"))).toMatchObject({
      ...{ tenant_image: "own-linux", image_ref: "docker.io/acme/linux:1", image_digest: DIGEST },
    });
    await db.query(`update image set hidden_at = now() where tenant_image = 'own-linux'`);
    const hindrance = "own-linux is no longer offered. Choose another image.";
    expect(await shown()).toMatchObject({ hindrance });
    await expect(rent("mine")).rejects.toThrow(hindrance);
  });

  test.each([
    ["name", { name: "My Template" }],
    ["image", { image: "" }],
    ["start_command", { start_command: "x".repeat(4097) }],
    ["http_ports", { http_ports: [0] }],
    ["http_ports", { http_ports: Array.from({ length: 17 }, (_, at) => 8000 + at) }],
    ["volume_path", { volume_path: "/etc/keys" }],
    ["environment", { environment: [{ name: "A B", value: "", secret: false }] }],
  ])("are refused with what to do at the field %s", async (field, wrong) => {
    await expect(make(wrong)).rejects.toMatchObject({ details: { fields: { [field]: expect.any(String) } } });
  });

  test("never show a secret value: one that is no longer secret needs a new one", async () => {
    await make({ environment: [{ name: "TOKEN", value: "hf_secret", secret: true }] });
    const shownNow = (value: string | null) => change({ environment: [{ name: "TOKEN", value, secret: false }] });
    await expect(shownNow(null)).rejects.toThrow(
      M.variablesWrong({ where: "TOKEN", problem: "has no value yet. Write one after the =." }),
    );
    await shownNow("public");
    expect((await shown()).environment).toEqual([{ name: "TOKEN", value: "public", secret: false }]);
  });

  test("have at most 32 KiB of variables, with the values that are kept", async () => {
    const some = (from: number, value: string | null) =>
      [0, 1, 2].map((at) => ({ name: `V${from + at}`, value, secret: true }));
    await make({ environment: some(0, "x".repeat(8192)) });
    await expect(change({ environment: [...some(0, null), ...some(3, "x".repeat(8192))] })).rejects.toThrow("32 KiB");
  });

  test("go with the account, and the secrets of its tasks too", async () => {
    await make({ environment: [{ name: "TOKEN", value: "x", secret: true }] });
    const resvGuid = await rent("mine");
    await eraseTraces({ userId: tenant.userId, emails: [] });
    expect(await db.query(`select from template where tenant_id = $1`, [tenant.tenantId])).toEqual([]);
    const [task] = await db.query(`select environment, start_command from task where resv_guid = $1`, [resvGuid]);
    expect(task).toEqual({ environment: "", start_command: "" });
  });
});
