import type { OpenFinding } from "~/fleet/list-nodes.server";
import { ACTION_WORDS, onGpu } from "~/fleet/inside/nodes/findings/open-finding";
import { Badge } from "~/platform/ui/badge";
import { classes } from "~/platform/ui/classes";
import { Button } from "~/platform/ui/button";
import { PostForm } from "~/platform/ui/post-form";
import { Time } from "~/platform/ui/time";
import type { Tone } from "~/platform/ui/tone";

export const SEVERITY_TONE: Record<OpenFinding["severity"], Tone> = {
  critical: "danger",
  warning: "warn",
  info: "neutral",
};

interface FindingLinesProps {
  nodeName: string;
  findings: OpenFinding[];
  mayClear: boolean;
  /** Leaves time and advice to the node's own screen. */
  brief?: boolean;
}

/** A line per fault of a node: severity, fault, place, time, and advice. */
export function FindingLines({ nodeName, findings, mayClear, brief = false }: FindingLinesProps) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label={`Findings on ${nodeName}`} className="flex flex-col divide-y text-sm">
      {findings.map((finding) => (
        <li key={finding.id} className="flex items-center justify-between gap-3 py-2 first:pt-0 last:pb-0">
          <div className="min-w-0">
            <p className={classes("flex items-center gap-x-2 gap-y-1", !brief && "flex-wrap")}>
              <Badge tone={SEVERITY_TONE[finding.severity]}>{finding.severity}</Badge>
              <span
                className={brief ? "truncate" : "[overflow-wrap:anywhere]"}
                title={brief ? finding.text : undefined}
              >{`${finding.text}${onGpu(finding.gpu_id)}`}</span>
            </p>
            <p className={brief ? "sr-only" : "mt-0.5 text-muted"}>
              {ACTION_WORDS[finding.action]}
              {finding.count > 1 ? ` · ${finding.count} times` : ""} · <Time epochSeconds={finding.first_ts} />
              {finding.last_ts > finding.first_ts ? (
                <>
                  {" "}
                  to <Time epochSeconds={finding.last_ts} />
                </>
              ) : null}
            </p>
          </div>
          {mayClear ? <Clear nodeName={nodeName} finding={finding} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Clear({ nodeName, finding }: { nodeName: string; finding: OpenFinding }) {
  return (
    <PostForm intent="clear-finding" className="flex-none">
      <input type="hidden" name="node" value={nodeName} />
      <input type="hidden" name="id" value={finding.id} />
      <Button size="small" aria-label={`Clear: ${finding.text}${onGpu(finding.gpu_id)}`}>
        Clear
      </Button>
    </PostForm>
  );
}
