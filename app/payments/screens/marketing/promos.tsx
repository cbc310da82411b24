import { Badge } from "~/platform/ui/badge";
import { formatDate, formatDateTime } from "~/platform/ui/format";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { useToCode } from "./brought";
import type { PromoView } from "./read-marketing-screen.server";

/** Promo codes, newest first: benefit, uses and state (2.4). */
export function Promos({ promos, mayWrite, filtered }: { promos: PromoView[]; mayWrite: boolean; filtered: boolean }) {
  const toCode = useToCode();
  return (
    <Table
      caption="Promocodes"
      rows={promos}
      rowKey={(promo) => promo.code}
      empty={
        filtered
          ? "No code matches. Show all, or filter by another part of the code."
          : "No promo codes yet. Create one with ‘New promo code’; its uses are counted here."
      }
      columns={[
        { head: "Name", cell: (promo) => <NameOf promo={promo} /> },
        { head: "Promocode", cell: (promo) => <CodeOf promo={promo} />, className: "max-md:col-span-full md:min-w-60" },
        { head: "Created", cell: (promo) => <Time epochSeconds={promo.created} format={formatDate} /> },
        { head: "Duration", cell: (promo) => promo.duration, className: "whitespace-nowrap" },
        {
          head: "Used",
          cell: (promo) => <TextLink to={toCode(promo.code)}>{promo.used}</TextLink>,
          numeric: true,
          className: "whitespace-nowrap",
        },
        ...(mayWrite
          ? [
              {
                head: <span className="sr-only">Disable</span>,
                cell: (promo: PromoView) => (promo.state === "disabled" ? null : <Disable code={promo.code} />),
                className: "md:text-right",
              },
            ]
          : []),
      ]}
    />
  );
}

function NameOf({ promo }: { promo: PromoView }) {
  return (
    <span className="flex flex-col">
      <span className="font-medium [overflow-wrap:anywhere]">{promo.name}</span>
      <span className="font-normal text-muted">{promo.benefit}</span>
    </span>
  );
}

function CodeOf({ promo }: { promo: PromoView }) {
  const { code, state, expires } = promo;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-mono text-code break-all">{code}</span>
      {state === "active" ? null : <Badge tone={state === "disabled" ? "neutral" : "warn"}>{state}</Badge>}
      {state === "active" && expires ? (
        <span className="text-xs text-muted">
          until <Time epochSeconds={expires} format={formatDateTime} />
        </span>
      ) : null}
    </span>
  );
}

function Disable({ code }: { code: string }) {
  return (
    <Popup button="Disable" buttonLabel={`Disable ${code}`} title={`Disable ${code}?`} size="small">
      <PostForm intent="disable-promo" className="flex flex-col gap-4">
        <input type="hidden" name="code" value={code} />
        <p className="text-sm">Nobody can use this code again. Customers keep what it gave them.</p>
        <div>
          <SubmitButton look="danger" intent="disable-promo">
            Disable code
          </SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}
