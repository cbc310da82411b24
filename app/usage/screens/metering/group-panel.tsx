import { type MouseEvent, useState } from "react";
import { OTHERS } from "~/usage/inside/figures/largest";
import { Button } from "~/platform/ui/button";
import { Chart } from "~/platform/ui/chart/chart";
import { formatPage } from "~/platform/ui/format";
import { LongList } from "~/platform/ui/long-list";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { formatMetering } from "~/platform/ui/usage-format";
import { userMeteringPath } from "~/usage/views/usage-links";
import type { MeteringGroup, MeteringRow } from "./read-metering-screen.server";

/** Height of a bar with its name above it, and the space above and below all bars, in px. */
const BAR = 40;
const AROUND = 48;
/** Bars on a page. */
const PAGE = 25;

interface GroupPanelProps {
  group: MeteringGroup;
  days: number;
  /** Folded on a phone. */
  folds: boolean;
  onOpen: (user: string) => void;
}

/**
 * A group's users, those with most coins first: a horizontal bar each, by pages, and a row that opens the detail (2.4).
 */
export function GroupPanel({ group: { name, rows }, days, folds, onOpen }: GroupPanelProps) {
  const [asked, setPage] = useState(1);
  const pages = Math.ceil(rows.length / PAGE);
  const page = Math.min(asked, pages);
  const drawn = rows.slice((page - 1) * PAGE, page * PAGE);
  const isRest = name === OTHERS;
  const open = (event: MouseEvent, user: string) => {
    // Leaves clicks for a new tab or window to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(user);
  };
  const user = (row: MeteringRow) =>
    isRest ? (
      "All others together"
    ) : (
      <TextLink to={userMeteringPath(row.user, days)} className="break-all" onClick={(event) => open(event, row.user)}>
        {row.user}
      </TextLink>
    );
  return (
    <Panel folds={folds} title={<span className="break-all">{isRest ? "Others" : name}</span>}>
      {isRest ? null : (
        <Chart
          title={`Coins by ${name} user`}
          height={Math.min(rows.length, PAGE) * BAR + AROUND}
          figure={{
            data: [
              {
                type: "bar",
                orientation: "h",
                name: "Coins",
                x: drawn.map(({ coins }) => coins),
                y: drawn.map((row) => row.user),
              },
            ],
            layout: { unit: "metering" },
          }}
          onPick={(_series, place) => {
            const row = drawn[place];
            if (row) onOpen(row.user);
          }}
        />
      )}
      {pages > 1 ? <ChartPages {...{ name, page, pages, setPage }} /> : null}
      <div className="-mx-4 -mb-4 border-t sm:-mx-5 noscript:mt-4">
        <LongList label={`Users of ${name}`} rows={rows.length}>
          <Table
            caption={`Users of ${name}`}
            rows={rows}
            rowKey={(row) => row.user}
            onRow={isRest ? undefined : (row) => onOpen(row.user)}
            empty="No metering found"
            columns={[
              { head: "User", cell: user },
              { head: "Coins", cell: ({ coins }) => formatMetering(coins), numeric: true },
              { head: "Prompt", cell: ({ prompt }) => formatMetering(prompt), numeric: true },
              { head: "Generated", cell: ({ generated }) => formatMetering(generated), numeric: true },
              { head: "Cache read", cell: ({ cacheRead }) => formatMetering(cacheRead), numeric: true },
              { head: "Cache creation", cell: ({ cacheCreation }) => formatMetering(cacheCreation), numeric: true },
            ]}
          />
        </LongList>
      </div>
    </Panel>
  );
}

/** The pages of the bars; the table has all rows, so without a script nothing is missing. */
function ChartPages(given: { name: string; page: number; pages: number; setPage: (page: number) => void }) {
  const { name, page, pages, setPage } = given;
  return (
    <nav
      aria-label={`Pages of the bars of ${name}`}
      className="mb-4 flex items-center justify-between gap-3 noscript:hidden"
    >
      <span role="status" className="text-sm text-muted tabular-nums">
        {formatPage(page, pages)}
      </span>
      <span className="flex gap-2">
        <Button type="button" size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
          Previous
        </Button>
        <Button type="button" size="small" disabled={page === pages} onClick={() => setPage(page + 1)}>
          Next
        </Button>
      </span>
    </nav>
  );
}
