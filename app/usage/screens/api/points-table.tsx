import { ScrollBox } from "~/platform/ui/scroll-box";

interface PointsTableProps {
  caption: string;
  /** Headings of the first column and of each series. */
  heads: string[];
  labels: string[];
  series: (number | null)[][];
}

/** The numbers of charts, newest first. Many cells: they carry nothing but their number. */
export function PointsTable({ caption, heads, labels, series }: PointsTableProps) {
  return (
    <ScrollBox label={caption} className="max-h-96 overflow-auto">
      <table className="w-full text-sm tabular-nums [&_td]:px-3 [&_td]:py-1.5 [&_td+td]:text-right [&_th]:px-3 [&_th]:py-2 [&_th+th]:text-right">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b text-left text-muted">
            {heads.map((head) => (
              <th key={head} scope="col" className="font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {labels.map((_, place) => {
            const at = labels.length - 1 - place;
            return (
              <tr key={at}>
                <td className="whitespace-nowrap">{labels[at]}</td>
                {series.map((values, column) => (
                  <td key={column}>{values[at] ?? "–"}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}
