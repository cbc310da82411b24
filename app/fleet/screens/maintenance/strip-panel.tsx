import { formatDayMonth } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { ScrollBox } from "~/platform/ui/scroll-box";
import type { Strip } from "./strip";

/** Four weeks as a table: the number of nodes with planned work in each rack. */
export function StripPanel({ strip: { days, rows, more } }: { strip: Strip }) {
  return (
    <Panel title="Next four weeks" lead="Nodes with planned work on each day, UTC, by cluster and rack.">
      <ScrollBox label="Next four weeks" className="overflow-x-auto">
        <table className="plan-strip text-xs tabular-nums">
          <caption className="sr-only">Nodes with planned work by day</caption>
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 bg-canvas pr-3 text-left font-medium">
                Where
              </th>
              {days.map((day, at) => (
                <th key={day} scope="col" className="px-1 py-1 text-center font-normal text-muted">
                  {dayHead(day, at)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, counts }) => (
              <tr key={name}>
                <th scope="row" className="sticky left-0 bg-canvas py-1 pr-3 text-left font-normal whitespace-nowrap">
                  {name}
                </th>
                {counts.map((count, at) => (
                  <td
                    key={days[at]}
                    className={count > 0 ? "bg-warn-soft text-center font-medium" : "text-center text-muted"}
                  >
                    {count > 0 ? count : "·"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {more > 0 ? <p className="mt-2 text-sm text-muted">And {more} more racks, in the agenda and the file.</p> : null}
    </Panel>
  );
}

/** `27.11` in the first column and on the first of a month, else `28`. */
function dayHead(day: number, at: number): string {
  const text = formatDayMonth(day);
  return at === 0 || text.startsWith("01") ? text : text.slice(0, 2);
}
