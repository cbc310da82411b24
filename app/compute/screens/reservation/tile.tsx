import type { ComponentProps, ReactNode } from "react";

interface TileProps extends Omit<ComponentProps<"input">, "type" | "className"> {
  /** Accessible name. */
  label: string;
  children: ReactNode;
}

/** One value of a field as a tile. It is a radio button, so that it works by keyboard and without script. */
export function Tile({ label, children, ...input }: TileProps) {
  return (
    <label className="tile">
      <input type="radio" aria-label={label} className="sr-only" {...input} />
      {children}
    </label>
  );
}
