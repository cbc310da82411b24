import { ScrollBox } from "~/platform/ui/scroll-box";

export interface Figure {
  title: string;
  /** One value per point; null where unknown. */
  values: (number | null)[];
  max?: number;
  format: (value: number) => string;
}

interface LoadTableProps {
  pointsTs: number[];
  formatTs: (epochSeconds: number) => string;
  figures: Figure[];
}

/** The numbers of all charts, newest first. */
export function LoadTable({ pointsTs, formatTs, figures }: LoadTableProps) {
  const newestFirst = pointsTs.map((ts, index) => ({ ts, index })).reverse();
  return (
    <details className="text-sm">
      <summary className="w-fit text-muted hover:text-ink">Show as table</summary>
      {/* A gang has more columns than any screen: the table scrolls, by keyboard too. */}
      <ScrollBox label="Load as a table" className="mt-2 max-h-96 overflow-auto rounded-control border">
        <table className="w-full tabular-nums [&_td]:px-3 [&_td]:text-right [&_td]:whitespace-nowrap [&_th]:bg-surface [&_th]:px-3 [&_th]:py-1.5 [&_th]:text-right [&_th]:font-medium">
          <caption className="sr-only">Load</caption>
          <thead className="sticky top-0 text-muted">
            <tr>
              <th scope="col">Time</th>
              {figures.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {newestFirst.map(({ ts, index }) => (
              <tr key={ts}>
                <td>{formatTs(ts)}</td>
                {figures.map(({ title, values, format }) => (
                  <td key={title}>{values[index] == null ? "–" : format(values[index])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}
