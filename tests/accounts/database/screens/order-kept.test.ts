import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { prisma } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { action as fundsAction, loader as fundsLoader } from "~/payments/screens/add-funds/route";
import { action as logIn } from "~/accounts/screens/login/route";
import { action as register, loader as showRegister } from "~/accounts/screens/register/route";
import { loader as showConfigurator } from "~/compute/screens/configurator/route";
import { loader as showRent, action as rent } from "~/compute/screens/rent/route";
import { orderPath } from "~/compute/screens/reservation/choice";
import { action as confirm } from "~/accounts/screens/verify/route";
import { aCard, useProvider } from "../../../support/provider";
import { anEd25519Line } from "../../../support/ssh-key";
import { aVisitor, cookiesOf } from "../../../support/visitor";
import { aNode } from "../../../support/world";
import { registration } from "../registering";
import { aPayer } from "../../../payments/database/purse";
import { mailsTo } from "../../../staff/database/users/mails";
import { CHOSEN, useRenter } from "../../../compute/database/screens/renting";
import { answerOf, aVisit, get, noticeOf, post, thrownBy } from "./visit";

const provider = useProvider();
useRenter();

const filled = {
  task_name: "my-order",
  row: "fra1:a5000",
  tenant_image: "ubuntu22-cuda12",
  gpu_min: "4",
  network: "infiniband",
  agent: "stats-watchdog",
  max_seconds: "14400",
  max_dollars: "25",
  idle_minutes: "15",
  tags: "llama, team-a",
};

/** The order as a visitor fills it in, and as its page passes it on. */
async function anOrder(): Promise<string> {
  const { choice } = await showRent(get(aVisitor(), `/rent?new=1&${new URLSearchParams(filled)}`));
  expect(choice).toMatchObject(filled);
  return orderPath(choice);
}

const onTo = (address: string, order: string) => `${address}?${new URLSearchParams({ redirectTo: order })}`;

test("Registering and confirming lead back to Rent, with every field as it was filled in", async () => {
  const order = await anOrder();
  const visitor = aVisitor();
  const sent = registration();
  const answer = await answerOf(await register(post(visitor, onTo("/register", order), sent)));
  expect(answer).toMatchObject({ status: 303, location: "/verify" });
  const [mail] = await mailsTo(sent.email);
  const link = new URL(/https?:\/\/\S+\/verify\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  const token = link.pathname.split("/").at(-1) ?? "";
  const confirmed = await confirm(post(visitor, link.pathname + link.search, {}, { token }));
  if (!(confirmed instanceof Response)) throw new Error("not confirmed");
  expect([confirmed.status, confirmed.headers.get("Location")]).toEqual([303, order]);
  const shown = await showRent(get({ ...visitor, cookies: cookiesOf(confirmed) }, order));
  expect(shown).toMatchObject({ loggedIn: true, step: { name: "form", errors: {} }, choice: filled });
});

test("A link opened in another browser leads to the login, and then to the order", async () => {
  const order = await anOrder();
  const sent = registration();
  await register(post(aVisitor(), onTo("/register", order), sent));
  const [mail] = await mailsTo(sent.email);
  const link = new URL(/https?:\/\/\S+\/verify\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  const token = link.pathname.split("/").at(-1) ?? "";
  const elsewhere = aVisitor();
  const confirmed = await answerOf(await confirm(post(elsewhere, link.pathname + link.search, {}, { token })));
  expect(confirmed.location).toBe(onTo("/login", order));
  const fields = { email: sent.email, password: sent.password, redirectTo: order };
  expect(await answerOf(await logIn(post(elsewhere, "/login", fields)))).toMatchObject({
    status: 303,
    location: order,
  });
});

test.each(["//evil.example/rent?new=1", "https://evil.example/rent?new=1", "/\\evil.example/rent?"])(
  "%s is not a return path for registering, confirming or adding funds",
  async (redirectTo) => {
    const visitor = aVisitor();
    const sent = registration();
    expect(await showRegister(get(visitor, onTo("/register", redirectTo)))).toMatchObject({ next: null });
    expect(await answerOf(await register(post(visitor, onTo("/register", redirectTo), sent)))).toMatchObject({
      location: "/verify",
    });
    const [mail] = await mailsTo(sent.email);
    expect(mail?.text).not.toContain("evil");
    const token = /\/verify\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const confirmed = await answerOf(await confirm(post(visitor, onTo(`/verify/${token}`, redirectTo), {}, { token })));
    expect(confirmed.location).toBe("/tasks");
    const visit = await aVisit(await aPayer());
    expect(await fundsLoader(get(visit, onTo("/billing/add-funds", redirectTo)))).toMatchObject({ order: null });
  },
);

test("After paying for an order with a saved card, the customer returns to it and reads that the funds are available", async () => {
  const order = await anOrder();
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const visit = await aVisit(payer);
  const fields = { topup_id: randomUUID(), amount: "50", payment_method: pmId };
  const paid = await answerOf(await fundsAction(post(visit, onTo("/billing/add-funds", order), fields)));
  expect([paid.status, paid.location]).toEqual([303, order]);
  expect(await noticeOf(visit)).toMatchObject({ message: "Your top-up has been added to your balance." });
  expect((await showRent(get(visit, order))).choice).toMatchObject(filled);
});

test("After paying with a new card, the customer returns to the order; any other top-up leads to Billing", async () => {
  const order = await anOrder();
  const payer = await aPayer();
  const visit = await aVisit(payer);
  const fields = { topup_id: randomUUID(), amount: "50", payment_method: "new", card_holder_name: "Ada" };
  const leaves = await fundsAction(post(visit, onTo("/billing/add-funds", order), fields));
  if (!(leaves instanceof Response)) throw new Error("not sent on");
  const back = { ...visit, cookies: `${visit.cookies}; ${cookiesOf(leaves)}` };
  const open = await fundsLoader(get(back, `/billing/add-funds?return=${fields.topup_id}`));
  expect(open).toMatchObject({ order, followed: { state: "confirm" } });
  const other = { ...fields, topup_id: randomUUID() };
  await fundsAction(post(back, "/billing/add-funds", other));
  expect(await fundsLoader(get(back, `/billing/add-funds?return=${other.topup_id}`))).toMatchObject({ order: null });
});

test("While the provider is silent, the page of the top-up links to the order", async () => {
  const order = await anOrder();
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const visit = await aVisit(payer);
  provider.sandbox.controls.slowPayments(1);
  const fields = { topup_id: randomUUID(), amount: "50", payment_method: pmId };
  const sent = await answerOf(await fundsAction(post(visit, onTo("/billing/add-funds", order), fields)));
  const at = new URL(sent.location ?? "", env.APP_ORIGIN);
  expect(Object.fromEntries(at.searchParams)).toEqual({ return: fields.topup_id, redirectTo: order });
  expect(await fundsLoader(get(visit, at.pathname + at.search))).toMatchObject({
    order,
    followed: { state: "waiting" },
  });
});

test("One click stores a first key and starts its task; a refused task leaves the key stored", async () => {
  const customer = await aPayer(10);
  await prisma.sshKey.deleteMany({ where: { tenantId: customer.tenantId } });
  const visit = await aVisit(customer);
  const send = async (fields: Record<string, string>) =>
    await answerOf(
      await rent(post(visit, "/rent?new=1", { intent: "start", ...CHOSEN, task_name: "first", ...fields })),
    );
  expect(await send({ ssh_public_key: "not a key" })).toMatchObject({ status: 422 });
  expect(await prisma.task.count({ where: { tenantId: customer.tenantId } })).toBe(0);
  const key = anEd25519Line("laptop");
  expect(await send({ ssh_public_key: key, task_name: "-x" })).toMatchObject({ status: 422 });
  expect(await prisma.sshKey.count({ where: { tenantId: customer.tenantId } })).toBe(1);
  const started = await send({ ssh_public_key: key });
  const [task] = await prisma.task.findMany({ where: { tenantId: customer.tenantId } });
  expect(started).toMatchObject({ status: 303, location: `/tasks/${task?.resvGuid}` });
  expect([task?.state, task?.sshPublicKey]).toEqual(["placing", key]);
});

test("An address without a network gets one that the cluster has, and keeps a requested one", async () => {
  await aNode({ cluster: "ams2", gpuType: "a100" });
  const chosen = async (query: string) => (await showRent(get(aVisitor(), `/rent?new=1&${query}`))).choice.network;
  expect(await chosen("row=ams2:a100&network=infiniband")).toBe("ethernet");
  expect(await chosen("row=fra1:a5000&network=infiniband")).toBe("infiniband");
  expect(await chosen("row=fra1:a5000")).toBe("ethernet");
});

test("The network of the Configurator is kept on Rent", async () => {
  const shown = (await showConfigurator(get(aVisitor(), "/configurator?row=fra1:a5000"))).choice;
  expect(shown.network).toBe("infiniband");
  expect((await showRent(get(aVisitor(), orderPath(shown)))).choice.network).toBe("infiniband");
});

test("Adding funds needs a login: the order waits behind it", async () => {
  const order = await anOrder();
  const sent = await thrownBy(fundsLoader(get(aVisitor(), onTo("/billing/add-funds", order))));
  const login = new URL(sent.headers.get("Location") ?? "", env.APP_ORIGIN);
  expect(new URL(login.searchParams.get("redirectTo") ?? "", env.APP_ORIGIN).searchParams.get("redirectTo")).toBe(
    order,
  );
});
