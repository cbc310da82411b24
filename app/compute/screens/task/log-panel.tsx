import { useSearchParams } from "@remix-run/react";
import { useMemo, useState } from "react";
import { findInLog } from "~/compute/find-in-log";
import { isServersOwn } from "~/compute/log-lines";
import type { LogTail } from "~/compute/log-tail";
import { useLogTail } from "~/platform/live/use-log-tail";
import { Button, buttonClasses } from "~/platform/ui/button";
import { Link } from "~/platform/ui/link";
import { LogView } from "~/platform/ui/log-view";
import { Panel } from "~/platform/ui/panel";
import { ScrollBox } from "~/platform/ui/scroll-box";
import { useScripted } from "~/platform/ui/use-scripted";
import { LogSearch } from "./log-search";
import { tabPath } from "./tabs";
import { useLogPlace } from "./use-log-place";

interface LogPanelProps {
  resvGuid: string;
  log: LogTail;
  /** True while the task may still write. */
  unfinished: boolean;
}

/**
 * The task's output: live, searchable, with times, and as a file. Without the script everything but the live tail
 * works.
 */
export function LogPanel({ resvGuid, log, unfinished }: LogPanelProps) {
  const [search] = useSearchParams();
  const [wanted, setWanted] = useState(search.get("find") ?? "");
  const [only, setOnly] = useState(search.has("only"));
  const [times, setTimes] = useState(search.has("times"));
  const [server, setServer] = useState(search.has("server"));
  const [current, setCurrent] = useState<number | null>(null);
  const [following, setFollowing] = useState(true);
  const { lines: all, more } = useLogTail(log, { resvGuid, following, unfinished });
  const lines = useMemo(() => (server ? all : all.filter((line) => !isServersOwn(line))), [all, server]);
  const { found, matches } = useMemo(() => findInLog(lines, wanted), [lines, wanted]);
  const { box, onScroll, toEnd } = useLogPlace({ current, onAway: () => setFollowing(false) });
  const shown = only && wanted !== "" ? found.filter(({ parts }) => parts.some(isMatch)) : found;

  const go = (step: 1 | -1) => {
    if (matches === 0) return;
    setFollowing(false);
    // Starts at the newest match and goes backwards.
    setCurrent((at) => (at === null ? matches - 1 : (at + step + matches) % matches));
  };
  return (
    <Panel
      id="log"
      title="Log"
      lead="The last 1000 lines, times in UTC"
      actions={
        <>
          {more ? (
            <FollowButton
              resvGuid={resvGuid}
              following={following}
              onChange={(on) => {
                setFollowing(on);
                if (on) toEnd();
              }}
            />
          ) : null}
          <a href={`/v1/tasks/${resvGuid}/logs/download`} download className={buttonClasses("secondary", "small")}>
            Download
          </a>
        </>
      }
    >
      <LogSearch
        wanted={wanted}
        only={only}
        times={times}
        matches={matches}
        current={current}
        server={server}
        onWanted={(text) => {
          setWanted(text);
          setCurrent(null);
        }}
        onOnly={setOnly}
        onTimes={setTimes}
        onServer={(on) => {
          setServer(on);
          setCurrent(null);
        }}
        onGo={go}
      />
      <ScrollBox
        ref={box}
        onScroll={onScroll}
        role="log"
        aria-live="off"
        label="Log of the task"
        className="mt-3 flex h-96 flex-col-reverse overflow-y-auto [overflow-anchor:none] rounded-control border bg-sunken px-3 py-2"
      >
        {/* In a reversed column, reading starts at the end, with and without JavaScript. */}
        <div className="mb-auto">
          {lines.length === 0 ? (
            <p className="text-sm text-muted">
              {unfinished
                ? "Nothing written yet. What the task writes to ~/task.log appears here."
                : "Nothing was written in the last 7 days."}
              {all.length > 0 ? " The server's own lines are hidden." : null}
            </p>
          ) : (
            <LogView found={shown} current={current} times={times} />
          )}
        </div>
      </ScrollBox>
    </Panel>
  );
}

function isMatch({ match }: { match: number | null }): boolean {
  return match !== null;
}

interface FollowButtonProps {
  resvGuid: string;
  following: boolean;
  onChange: (on: boolean) => void;
}

/** Pause and Follow; before the script runs a link in the same place and size shows the newest lines. */
function FollowButton({ resvGuid, following, onChange }: FollowButtonProps) {
  if (!useScripted()) {
    return (
      <Link to={tabPath(resvGuid, "logs")} reloadDocument className={`${buttonClasses("secondary", "small")} w-20`}>
        Refresh
      </Link>
    );
  }
  return (
    <Button type="button" size="small" className="w-20" onClick={() => onChange(!following)}>
      {following ? "Pause" : "Follow"}
    </Button>
  );
}
