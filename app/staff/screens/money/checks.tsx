import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { CHECK_WORDS, STATE_WORDS } from "./check-words";
import type { CheckView } from "./money-view";

/** Every check with its last run, result and figures. */
export function Checks({ checks }: { checks: CheckView[] }) {
  return (
    <Table
      caption="Checks"
      rows={checks}
      rowKey={(check) => check.name}
      empty=""
      columns={[
        {
          head: "Check",
          cell: ({ name }) => (
            <>
              <span className="font-medium">{CHECK_WORDS[name].title}</span>
              <span className="block text-sm font-normal text-muted">{CHECK_WORDS[name].about}</span>
            </>
          ),
        },
        { head: "State", cell: (check) => <State check={check} /> },
        { head: "Last check", cell: (check) => <LastCheck check={check} /> },
        { head: "Figures", cell: (check) => <Figures check={check} />, className: "max-md:col-span-full" },
      ]}
    />
  );
}

function State({ check: { state, open } }: { check: CheckView }) {
  const { word, tone } = STATE_WORDS[state];
  return (
    <>
      <StatusDot tone={tone}>{word}</StatusDot>
      {open > 0 ? <span className="block text-sm text-muted tabular-nums">{open} open</span> : null}
    </>
  );
}

/** The time of the last run, and the last answer if that run had none. */
function LastCheck({ check: { checkedTs, answeredTs } }: { check: CheckView }) {
  if (checkedTs === null) return <span className="text-muted">Never</span>;
  return (
    <>
      <Time epochSeconds={checkedTs} />
      {answeredTs === checkedTs ? null : (
        <span className="block text-sm text-muted">
          {answeredTs === null ? (
            "never answered"
          ) : (
            <>
              answered <Time epochSeconds={answeredTs} />
            </>
          )}
        </span>
      )}
    </>
  );
}

function Figures({ check: { figures, message } }: { check: CheckView }) {
  if (message) return <span className="text-muted break-words">{message}</span>;
  if (figures.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5">
      {figures.map(({ label, text }) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
