import type { ReactNode } from "react";
import { formatCents } from "~/platform/ui/format";
import { useMoney } from "~/platform/ui/money";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";

/** Facts to know before paying, next to the form. */
export function BeforeYouPay({ byTransfer }: { byTransfer: boolean }) {
  const money = useMoney();
  return (
    <Panel title="Before you pay" className="max-lg:max-w-xl">
      <ul className="flex flex-col gap-4 text-sm">
        {money ? (
          <Point title={`Your balance is ${formatCents(money.cents)}`}>
            Funds are available at once, for all your tasks, and never expire.
          </Point>
        ) : null}
        <Point title="Receipts">
          You get one for each top-up, by email and as a PDF in your{" "}
          <TextLink to="/billing/movements?kind=topup">movements</TextLink>.
        </Point>
        {byTransfer ? (
          <Point title="Pay by bank transfer">
            <TextLink to="/billing/bank-transfer">Get an invoice</TextLink> and transfer its amount within your terms.
          </Point>
        ) : null}
        <Point title="Never run dry">
          <TextLink to="/billing/auto-top-up">Automatic top-up</TextLink> adds funds when your balance is low, up to a
          cap. A <TextLink to="/billing/budget">budget</TextLink> tells you what a month has cost.
        </Point>
      </ul>
    </Panel>
  );
}

function Point({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <p className="font-medium tabular-nums">{title}</p>
      <p className="mt-0.5 text-pretty text-muted">{children}</p>
    </li>
  );
}
