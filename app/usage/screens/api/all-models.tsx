import { useSearchParams } from "@remix-run/react";
import { OTHER, OTHERS } from "~/usage/inside/figures/largest";
import { formatCount, formatPercent } from "~/platform/ui/format";
import { LongList } from "~/platform/ui/long-list";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import type { ModelOfRange } from "./read-api-screen.server";

/** All models of the range; a link shows one with its percentiles point by point. */
export function AllModels({ rows }: { rows: ModelOfRange[] }) {
  const [search] = useSearchParams();
  const alone = (model: string) => {
    const wanted = new URLSearchParams(search);
    wanted.set("model", model);
    wanted.delete("page");
    return `/dashboard/api?${wanted.toString()}`;
  };
  return (
    <LongList label="Models in this range" rows={rows.length}>
      <Table
        caption="Models in this range"
        rows={rows}
        rowKey={({ name }) => name}
        empty="No calls in this range"
        columns={[
          {
            head: "Model",
            cell: ({ name }) => (name === OTHERS ? OTHER : <TextLink to={alone(name)}>{name}</TextLink>),
            className: "break-all",
          },
          { head: "Hits", cell: ({ hit }) => formatCount(hit), numeric: true },
          { head: "Completed", cell: ({ completed }) => formatCount(completed), numeric: true },
          { head: "Not completed", cell: ({ hit, completed }) => formatPercent(hit - completed, hit), numeric: true },
        ]}
      />
    </LongList>
  );
}
