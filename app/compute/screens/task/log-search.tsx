import { Button } from "~/platform/ui/button";
import { useScripted } from "~/platform/ui/use-scripted";

interface LogSearchProps {
  wanted: string;
  only: boolean;
  times: boolean;
  matches: number;
  current: number | null;
  /** True if the server's own lines are shown. */
  server: boolean;
  onWanted: (text: string) => void;
  onOnly: (on: boolean) => void;
  onTimes: (on: boolean) => void;
  onServer: (on: boolean) => void;
  /** Goes to the next or the previous match. */
  onGo: (step: 1 | -1) => void;
}

/** Search in the log, and a switch for times. Without the script it is a form that loads the page again. */
export function LogSearch(props: LogSearchProps) {
  const { wanted, only, times, server, matches, current } = props;
  const scripted = useScripted();
  const going = { disabled: scripted && matches === 0, size: "small" as const };
  return (
    <form
      method="get"
      action="#log"
      role="search"
      aria-label="Log"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        props.onGo(-1);
      }}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <input
          type="search"
          name="find"
          value={wanted}
          onChange={(event) => props.onWanted(event.target.value)}
          aria-label="Find in the log"
          placeholder="Find in the log"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          className="control h-8 w-full py-1 text-sm sm:w-52"
        />
        <Button type="submit" {...going} className="w-22">
          {scripted ? "Previous" : "Find"}
        </Button>
        <Button type="button" {...going} className="w-16" onClick={() => props.onGo(1)}>
          Next
        </Button>
        <span aria-live="polite" className="min-w-28 text-muted tabular-nums">
          {wanted === "" ? "" : countText(matches, current)}
        </span>
      </div>
      <input type="hidden" name="tab" value="logs" />
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          name="only"
          value="1"
          checked={only}
          onChange={(event) => props.onOnly(event.target.checked)}
        />
        Only matching lines
      </label>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          name="times"
          value="1"
          checked={times}
          onChange={(event) => props.onTimes(event.target.checked)}
        />
        Times
      </label>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          name="server"
          value="1"
          checked={server}
          onChange={(event) => props.onServer(event.target.checked)}
        />
        Server&apos;s own lines
      </label>
    </form>
  );
}

function countText(matches: number, current: number | null): string {
  if (current !== null && matches > 0) return `${current + 1} of ${matches}`;
  return matches === 1 ? "1 match" : `${matches} matches`;
}
