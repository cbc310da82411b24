import { useSearchParams } from "@remix-run/react";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { classes } from "~/platform/ui/classes";
import { PostForm } from "~/platform/ui/post-form";
import { useScripted } from "~/platform/ui/use-scripted";
import { FLAGS, modeName } from "./modes";

/** The checkboxes of the lines belong to it by their `form`. */
export const BULK_FORM = "modes";

interface BulkBarProps {
  found: number;
  /** True if checkboxes were requested; without script a screen that reloads itself has none. */
  ticks: boolean;
}

/** Requests a mode, labels or a plan for the selected nodes; the next page shows them before anything changes. */
export function BulkBar({ found, ticks }: BulkBarProps) {
  return (
    <>
      <PostForm
        id={BULK_FORM}
        intent="ask-modes"
        className={classes(
          "flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3",
          !ticks && "noscript:hidden",
        )}
      >
        <span className="text-sm text-muted">Selected nodes:</span>
        <span className="flex flex-wrap gap-2">
          {FLAGS.map((flag) => (
            <Button
              key={flag}
              size="small"
              name="flag"
              value={flag}
              aria-label={`Set the selected nodes to ${modeName(flag)}`}
            >
              {modeName(flag)}
            </Button>
          ))}
          <Button size="small" name="flag" value="labels" aria-label="Rack and labels of the selected nodes">
            Labels
          </Button>
          <Button size="small" name="flag" value="plan" aria-label="Drain the selected nodes a few at a time">
            Plan a drain
          </Button>
        </span>
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <input type="checkbox" name="all" value="1" />
          {found === 1 ? "The 1 node of this list" : `All ${found} nodes of this list, on all pages`}
        </label>
        {ticks ? <TicksLink ticks={false}>Back to the list that refreshes</TicksLink> : null}
      </PostForm>
      {ticks ? null : (
        <div className="hidden border-b px-4 py-3 noscript:block">
          <TicksLink ticks>Select nodes</TicksLink>
        </div>
      )}
    </>
  );
}

/** A link to the list with or without checkboxes, where no script runs. */
function TicksLink({ ticks, children }: { ticks: boolean; children: string }) {
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  if (ticks) next.set("ticks", "1");
  else next.delete("ticks");
  return (
    <ButtonLink size="small" to={`?${next.toString()}`} className="hidden noscript:inline-flex">
      {children}
    </ButtonLink>
  );
}

/** A checkbox for all; only the script can tick other boxes, so only the script shows it. */
export function SelectAll({ form }: { form: string }) {
  if (!useScripted()) return <span className="sr-only">Select</span>;
  return (
    <input
      type="checkbox"
      aria-label="Select all nodes of this page"
      onChange={({ target: { checked } }) => {
        const boxes = document.querySelectorAll<HTMLInputElement>(`input[form="${form}"][name="node"]`);
        for (const box of boxes) box.checked = checked;
      }}
    />
  );
}
