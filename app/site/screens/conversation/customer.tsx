import type { ReactNode } from "react";
import { Badge } from "~/platform/ui/badge";
import { formatDate, formatGpus, formatMovement } from "~/platform/ui/format";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { ConversationScreen, CustomerFacts } from "./read-conversation-screen.server";

/** The customer: the account with its money, tasks and incidents, or what is known about an address. */
export function Customer({ loaded }: { loaded: ConversationScreen }) {
  const { conversation, facts, maybe, others } = loaded;
  return (
    <div className="flex flex-col gap-5 text-sm">
      {facts ? (
        <Account facts={facts} />
      ) : (
        <Stranger name={conversation.name} address={conversation.address} maybe={maybe} />
      )}
      {others.length > 0 ? (
        <Part title="Other conversations">
          {others.map(({ id, subject, state }) => (
            <Line key={id} end={state}>
              <TextLink to={`/dashboard/inbox/${id}`}>{subject}</TextLink>
            </Line>
          ))}
        </Part>
      ) : null}
    </div>
  );
}

function Stranger({ name, address, maybe }: { name: string; address: string; maybe: ConversationScreen["maybe"] }) {
  return (
    <Part title="Customer">
      {name === "" ? null : <Line>{name}</Line>}
      <Line>{address}</Line>
      <p className="py-1.5 text-muted">
        {maybe ? (
          <>
            The account <TextLink to={`/users/view/${maybe.id}`}>{maybe.name}</TextLink> has this address, but nothing
            proves that it wrote: say nothing about it.
          </>
        ) : (
          "No account has this address."
        )}
      </p>
    </Part>
  );
}

function Account({ facts: { user, balance, owes, invoices, open, incidents, movements } }: { facts: CustomerFacts }) {
  const stats = `/users/stats/${encodeURIComponent(user.tenantName)}`;
  return (
    <>
      <Part title="Customer">
        <Line end={<Badge tone={user.state === "active" ? "ok" : "warn"}>{user.state}</Badge>}>
          <TextLink to={`/users/view/${user.id}`}>{user.name}</TextLink>
        </Line>
        <Line end={<Time epochSeconds={user.createdTs} format={formatDate} />}>Since</Line>
        {balance === null ? null : <Line end={balance}>Balance</Line>}
        {owes ? <Line end={<Badge tone="danger">{owes}</Badge>}>Owes</Line> : null}
        {invoices ? (
          <Line end={invoices}>
            <TextLink to="/dashboard/invoices?show=customers">Open invoices</TextLink>
          </Line>
        ) : null}
      </Part>
      <Part
        title={`Open tasks: ${open.length}`}
        more={open.length > SHOWN ? <TextLink to={`${stats}#open-tasks`}>All</TextLink> : null}
      >
        {open.slice(0, SHOWN).map((task) => (
          <Line key={task.resvGuid} end={`${task.state}, ${formatGpus(task.gpus, task.gpuType)}`}>
            <TextLink to={`${stats}#open-tasks`}>{task.name}</TextLink>
          </Line>
        ))}
      </Part>
      {incidents.length > 0 ? (
        <Part title="Last incidents">
          {incidents.map((task) => (
            <Line
              key={task.resvGuid}
              end={movements && <TextLink to={`/dashboard/refund?task=${task.resvGuid}`}>Give back</TextLink>}
            >
              {task.name}, {task.state} <Time epochSeconds={task.ts} />
            </Line>
          ))}
        </Part>
      ) : null}
      {movements === null ? null : (
        <Part title="Last charges and top-ups" more={<TextLink to={`${stats}#billing`}>All</TextLink>}>
          {movements.length === 0 ? <p className="py-1.5 text-muted">None yet.</p> : null}
          {movements.map(({ text, dollars, ts }, place) => (
            <Line key={place} end={formatMovement(dollars)}>
              {text}, <Time epochSeconds={ts} format={formatDate} />
            </Line>
          ))}
        </Part>
      )}
    </>
  );
}

const SHOWN = 5;

function Part({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="flex items-baseline justify-between gap-3 border-b pb-1.5">
        <h2 className="font-semibold">{title}</h2>
        {more}
      </div>
      <div className="divide-y">{children}</div>
    </section>
  );
}

function Line({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <p className="flex items-baseline justify-between gap-3 py-1.5">
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
      {end ? <span className="flex-none text-right font-medium tabular-nums">{end}</span> : null}
    </p>
  );
}
