import type { SourceRow } from "~/usage/inside/intake/read-sources.server";
import { Badge } from "~/platform/ui/badge";
import { type Fact, Facts } from "~/platform/ui/facts";
import { formatCount, formatSpan } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Time } from "~/platform/ui/time";
import { Rejections } from "./rejections";
import { SourceActions } from "./source-actions";

interface SourcePanelProps {
  source: SourceRow;
  mayWrite: boolean;
}

/** One source: its volume, delay, rejections and keys. */
export function SourcePanel({ source, mayWrite }: SourcePanelProps) {
  const { id, name, userId, revokedTs, reasons } = source;
  const isService = userId === null;
  return (
    <Panel
      title={
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="break-all">{name}</span>
          {revokedTs === null ? null : <Badge tone="neutral">revoked</Badge>}
          {isService ? null : <Badge tone="neutral">keys of a user</Badge>}
        </span>
      }
      actions={mayWrite && isService && revokedTs === null ? <SourceActions id={id} name={name} /> : null}
    >
      <Facts facts={factsOf(source)} />
      {reasons.length > 0 ? <Rejections of={name} reasons={reasons} /> : null}
    </Panel>
  );
}

function factsOf(source: SourceRow): Fact[] {
  const { lastEventTs, lastRequestTs, perSecond, meanLagMs, createdTs, createdBy, revokedTs, keys } = source;
  const time = (ts: number | null) => (ts === null ? "–" : <Time epochSeconds={ts} />);
  return [
    { label: "Last event", value: time(lastEventTs) },
    { label: "Last request", value: time(lastRequestTs) },
    { label: "Rate, 5 min", value: `${perSecond.toFixed(perSecond < 10 ? 2 : 0)} /s` },
    { label: "Lag, 5 min", value: meanLagMs === null ? "–" : lagText(meanLagMs) },
    { label: "Requests today", value: formatCount(source.requests) },
    { label: "Accepted today", value: formatCount(source.accepted) },
    { label: "Duplicates today", value: formatCount(source.duplicates) },
    { label: "Rejected today", value: formatCount(source.rejected) },
    { label: "Made", value: <Time epochSeconds={createdTs} /> },
    { label: "By", value: createdBy || "–", long: true },
    ...(revokedTs === null ? [] : [{ label: "Revoked", value: <Time epochSeconds={revokedTs} /> }]),
    ...keys.map(keyFact),
  ];
}

/** A key, until when it is valid, and if it is refused. */
function keyFact({ id, masked, madeTs, endsTs, isRefused }: SourceRow["keys"][number]): Fact {
  const until = isRefused ? (
    <>
      <Badge tone="danger">Refused</Badge> The admin who created it is suspended or may no longer send usage. Press ‘New
      key’.
    </>
  ) : endsTs === null ? (
    <>
      works since <Time epochSeconds={madeTs} />
    </>
  ) : (
    <>
      replaced, works until <Time epochSeconds={endsTs} />
    </>
  );
  return {
    id: String(id),
    label: "Key",
    value: (
      <>
        {masked} <span className="font-normal text-muted">{until}</span>
      </>
    ),
    long: true,
  };
}

function lagText(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatSpan(Math.round(ms / 1000));
}
