import { beforeAll, expect, test } from "vitest";
import { createTemplate } from "~/compute/change-template.server";
import { action, loader } from "~/compute/screens/templates/route";
import { seedTemplates } from "../../../../prisma/seed-templates";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { answerOf, aVisit, get, post, type Visit } from "../../../accounts/database/screens/visit";

let owner: TenantInWorld;
let visit: Visit;

beforeAll(async () => {
  await theCatalogue();
  await seedTemplates({ now: new Date() });
  owner = await aTenant();
  visit = await aVisit({ userId: owner.userId });
});

const send = async (fields: Record<string, string>) => await answerOf(await action(post(visit, "/templates", fields)));
const shown = async (search = "") => await loader(get(visit, `/templates${search}`));
const own = async () => (await shown()).templates.filter((one) => one.own);

test("customers copy a built-in template, change it and delete it by forms", async () => {
  const { form } = await shown("?copy=vllm");
  expect(form).toMatchObject({
    title: "Copy of vLLM",
    id: "",
    texts: {
      name: "my-vllm",
      image_choice: "vllm",
      http_ports: "8000",
      variables: "MODEL=facebook/opt-125m\nHF_HOME=/models",
    },
  });
  const texts = { intent: "save", id: "", ...form?.texts };
  expect(await send({ ...texts, secrets: "HF_TOKEN=hf_secret" })).toMatchObject({
    status: 303,
    location: "/templates",
  });
  const [made] = await own();
  expect(made).toMatchObject({ name: "my-vllm", image: "vllm", http_ports: [8000] });
  expect((await shown("?copy=vllm")).form).toMatchObject({ texts: { name: "my-vllm-2" } });

  const id = made?.template_id ?? "";
  const edit = (await shown(`?edit=${id}`)).form;
  expect(edit).toMatchObject({ id, texts: { secrets: "HF_TOKEN=••••••••" } });
  expect(JSON.stringify(edit)).not.toContain("hf_secret");
  const saved = await send({ intent: "save", id, ...edit?.texts, http_ports: "8000, 6006" });
  expect(saved).toMatchObject({ status: 303 });
  expect(await own()).toMatchObject([
    { http_ports: [6006, 8000], environment: [{}, {}, { name: "HF_TOKEN", secret: true }] },
  ]);
  expect(await send({ intent: "delete", id })).toMatchObject({ status: 303 });
  expect(await own()).toEqual([]);
});

test("a refused form keeps everything typed but the password, and shows the reason at its field", async () => {
  const typed = {
    ...{ intent: "save", id: "", name: "train", image_choice: "pytorch", image: "", registry_username: "" },
    ...{
      start_command: "python a.py",
      variables: "A=1\nnonsense",
      secrets: "B=2",
      http_ports: "8000",
      volume_path: "/data",
    },
  };
  const { status, data } = await send({ ...typed, registry_password: "hush-hush" });
  expect(status).toBe(422);
  const { error, initialValue } = (data as { lastResult: { error: object; initialValue: object } }).lastResult;
  expect(error).toEqual({ variables: ["Line 2: write NAME=value."] });
  expect(initialValue).toMatchObject({ start_command: "python a.py", variables: "A=1\nnonsense", secrets: "B=2" });
  expect(JSON.stringify(data)).not.toContain("hush-hush");
  const refusals: [Record<string, string>, string][] = [
    [{ variables: "", image_choice: "own", image: "ghcr.io/acme/train:2" }, "image"],
    [{ variables: "", http_ports: "web" }, "http_ports"],
    [{ variables: "B=1" }, "secrets"],
    [{ variables: "", name: "Train" }, "name"],
  ];
  for (const [wrong, field] of refusals) {
    const answer = await send({ ...typed, ...wrong });
    expect((answer.data as { lastResult: { error: object } }).lastResult.error).toHaveProperty(field);
  }
});

test("nobody edits or deletes another tenant's template", async () => {
  const other = await aTenant();
  const id = await createTemplate({ ...other, now: new Date() }, { name: "theirs", image: "pytorch" });
  await expect(shown(`?edit=${id}`)).rejects.toMatchObject({ status: 404 });
  await expect(send({ intent: "delete", id })).rejects.toMatchObject({ status: 404 });
  await expect(send({ intent: "save", id, name: "mine", image_choice: "pytorch" })).rejects.toMatchObject({
    status: 404,
  });
});
