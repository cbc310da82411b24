import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { keepFlash } from "~/accounts/flash.server";
import { requireCustomer } from "~/platform/http/access.server";
import { orderCookie } from "~/platform/http/order-cookie.server";
import { flashPath } from "~/platform/http/page-path";
import { orderIn } from "~/platform/http/redirect-target";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { TextLink } from "~/platform/ui/text-link";
import { OrderKept } from "~/compute/views/order-kept";
import { addFunds, PAID } from "~/payments/views/add-funds.server";
import { BeforeYouPay } from "./before-you-pay";
import { AddFundsForm } from "~/payments/views/add-funds-form";
import { followUp } from "./follow-up.server";
import { FollowUpPanel } from "./follow-up-panel";
import { readAddFunds } from "~/payments/views/read-add-funds.server";
import { presentTime } from "~/platform/time.server";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Add funds · Millrace" }];

/** A refused payment is over: the next one needs a new id. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === "POST" || defaultShouldRevalidate;

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireCustomer(args, "add-funds");
  const { tenantId, name, sessionId } = viewer;
  const now = presentTime();
  const query = new URL(args.request.url).searchParams;
  const topupId = query.get("return");
  const followed = topupId === null ? null : await followUp({ topupId, tenantId, now });
  const kept = topupId === null ? null : orderCookie.find(args.request, now);
  const order = orderIn(args.request) ?? (kept?.topupId === topupId ? (kept?.order ?? null) : null);
  if (followed?.state === "paid") {
    const to = order ?? "/billing";
    await keepFlash({ sessionId, flash: { retcode: "OK", message: PAID, path: flashPath(to) } });
    throw redirect(to, kept ? { headers: { "Set-Cookie": orderCookie.drop() } } : {});
  }
  return { ...(await readAddFunds({ tenantId, name, asked: query.get("amount") ?? "", now })), followed, order };
}

export async function action(args: ActionFunctionArgs) {
  return await addFunds(args, await requireCustomer(args, "add-funds"));
}

export default function AddFunds() {
  const { followed, order, ...data } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const open = followed && followed.state !== "failed" ? followed : null;
  return (
    <Page
      title="Add funds"
      back={order === null ? { to: "/billing", label: "Billing" } : { to: order, label: "Your order" }}
      lead={
        order === null
          ? "Prepaid, and charged by the second while your tasks run."
          : "You then continue with your order as you filled it in."
      }
    >
      <Refused answer={answer} />
      <OrderKept next={order} />
      {followed ? <FollowUpPanel followed={followed} order={order} /> : null}
      {open || data.provider === "none" ? null : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
          <Panel>
            <AddFundsForm data={data} answer={answer} order={order} />
          </Panel>
          <BeforeYouPay byTransfer={data.byTransfer} />
        </div>
      )}
      {data.provider === "none" ? (
        <Panel className="max-w-xl">
          {data.byTransfer ? (
            <TextLink to="/billing/bank-transfer">Pay by bank transfer</TextLink>
          ) : (
            "Card payments are not set up here. Please contact support."
          )}
        </Panel>
      ) : null}
    </Page>
  );
}
