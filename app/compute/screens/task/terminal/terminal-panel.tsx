import { lazy, Suspense, useState } from "react";
import type { JobRow } from "~/compute/list-jobs.server";
import { Button } from "~/platform/ui/button";
import { Panel } from "~/platform/ui/panel";
import { useLookOnly, useRootData } from "~/platform/ui/use-root-data";
import { endedText } from "./ended-text";
import { TERMINAL_HEIGHT } from "./terminal-height";

/** Fetched when a terminal is opened, and by no other page. */
const TerminalWindow = lazy(() => import("./terminal-window.client"));

type State = { name: "closed" } | { name: "opening" } | { name: "open" } | { name: "ended"; text: string };

interface TerminalPanelProps {
  job: JobRow;
  node: number;
  several: boolean;
  /** True if a terminal can be opened now. Its output stays readable after the task has ended. */
  reachable: boolean;
}

/** A terminal in the page on one of the task's nodes, for members who may log in by ssh (19.1). */
export function TerminalPanel({ job, node, several, reachable }: TerminalPanelProps) {
  const root = useRootData();
  const lookOnly = useLookOnly();
  const [state, setState] = useState<State>({ name: "closed" });
  /** Each opening is a new terminal. */
  const [turn, setTurn] = useState(0);
  const [screenReader, setScreenReader] = useState(false);
  const open = () => {
    setTurn((count) => count + 1);
    setState({ name: "opening" });
  };
  const shows = state.name !== "closed";
  const isLive = state.name === "opening" || state.name === "open";
  if (!reachable && !shows) return null;
  return (
    <Panel
      id="terminal"
      title={several ? `Terminal on node ${node}` : "Terminal"}
      lead="A shell in the task, in this page."
      actions={
        <>
          {shows ? (
            <label className="flex items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={screenReader}
                onChange={(event) => setScreenReader(event.currentTarget.checked)}
              />
              Screen reader
            </label>
          ) : null}
          {lookOnly || (!reachable && !isLive) ? null : (
            <Button type="button" size="small" onClick={isLive ? () => setState({ name: "closed" }) : open}>
              {isLive ? "Close terminal" : state.name === "ended" ? "Reconnect" : "Open terminal"}
            </Button>
          )}
        </>
      }
    >
      <p role="status" className={state.name === "ended" ? "pb-3 text-sm" : "sr-only"}>
        {state.name === "ended" ? state.text : state.name === "opening" ? "Opening the terminal" : ""}
      </p>
      {shows && root?.viewer ? (
        <Suspense fallback={<p className={`${TERMINAL_HEIGHT} text-sm text-muted`}>Opening …</p>}>
          <TerminalWindow
            key={turn}
            origin={root.liveOrigin}
            team={root.viewer.tenantName}
            resvGuid={job.resv_guid}
            node={node}
            live={isLive}
            screenReader={screenReader}
            onOpen={() => setState({ name: "open" })}
            onEnded={(why) => setState({ name: "ended", text: endedText(why) })}
          />
        </Suspense>
      ) : (
        <p className="text-sm text-muted">
          {lookOnly
            ? "Your role in this team may not log in to tasks."
            : "The terminal closes with the page: use nohup, or tmux where the image has it, for programs that must keep running. Each opening and closing is recorded in the task's events. Without JavaScript, log in with the command above."}
        </p>
      )}
    </Panel>
  );
}
