import { useLocation } from "@remix-run/react";
import { buttonClasses } from "./button";

/** Downloads a table as CSV: all its pages, by the filters of the address. `table` names it where a screen has several. */
export function CsvLink({ table, of }: { table?: string; of: string }) {
  const { pathname, search } = useLocation();
  const wanted = new URLSearchParams(search);
  wanted.delete("page");
  wanted.set("format", "csv");
  if (table) wanted.set("table", table);
  return (
    <a
      href={`${pathname}?${wanted.toString()}`}
      download
      aria-label={`Download ${of} as CSV`}
      className={buttonClasses("quiet", "small")}
    >
      CSV
    </a>
  );
}
