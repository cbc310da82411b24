import type { ReactNode } from "react";
import { FEE_CENTS } from "~/compute/subscription-price";
import { Badge } from "~/platform/ui/badge";
import { classes } from "~/platform/ui/classes";
import { formatCents } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import type { Screen } from "./read-screen.server";

const FEE = formatCents(FEE_CENTS);

const ROWS: { what: string; free: ReactNode; pro: ReactNode }[] = [
  { what: "Price", free: "$0", pro: `${FEE} a month` },
  { what: "Coins a month", free: "2 million", pro: "20 million" },
  { what: "Metered work", free: "–", pro: "60 minutes for $1.00" },
  { what: "Paid by", free: "–", pro: "Card, in advance, each month" },
  { what: "Ends", free: "–", pro: "Cancel on any day; it ends with the paid month" },
];

/** Compares the two plans. */
export function PlansPanel({ screen: { pro } }: { screen: Screen }) {
  return (
    <Panel title="FREE and PRO" padded={false}>
      <table className="w-full text-sm">
        <caption className="sr-only">What FREE and PRO are</caption>
        <thead>
          <tr className="border-b text-left">
            <td className="w-[34%] py-3 pl-4 sm:pl-5" />
            <Plan name="FREE" current={!pro} />
            <Plan name="PRO" current={pro} />
          </tr>
        </thead>
        <tbody className="divide-y">
          {ROWS.map(({ what, free, pro: withPro }) => (
            <tr key={what}>
              <th scope="row" className="py-2.5 pr-3 pl-4 text-left align-baseline font-normal text-muted sm:pl-5">
                {what}
              </th>
              <td className={cell(!pro)}>{free}</td>
              <td className={cell(pro)}>{withPro}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Plan({ name, current }: { name: string; current: boolean }) {
  return (
    <th scope="col" className={cell(current)}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{name}</span>
        {current ? <Badge tone="accent">yours</Badge> : null}
      </span>
    </th>
  );
}

function cell(current: boolean): string {
  return classes("w-[33%] px-3 py-2.5 align-baseline text-pretty tabular-nums", current && "bg-sunken");
}

/** Common questions before payment. */
export function QuestionsPanel({ plusVat }: { plusVat: boolean }) {
  return (
    <Panel title="In short">
      <dl className="flex flex-col gap-4 text-sm">
        <Answer question="What are coins?">
          The assistant counts each call of a model in coins, by its tokens. You get your plan’s coins on the first of
          each month and when you change to PRO; unused coins stay yours. <TextLink to="/usage">See usage</TextLink>
        </Answer>
        <Answer question="When is something charged?">
          {FEE}
          {plusVat ? " + VAT" : ""} when you enable the subscription, and on the same day of each month from then on,
          with the metered work of the month. In a trial the first charge is on its last day. Your card pays, never your
          balance.
        </Answer>
        <Answer question="What happens when it ends?">
          You keep PRO until the end of the paid month, then you are on FREE. Your coins stay, and nothing more is
          charged. Enable it again before that day and nothing changes.
        </Answer>
        <Answer question="What if a payment fails?">
          You keep PRO while we try again for 14 days, and we notify you by email.
        </Answer>
      </dl>
    </Panel>
  );
}

function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{question}</dt>
      <dd className="mt-0.5 text-pretty text-muted">{children}</dd>
    </div>
  );
}
