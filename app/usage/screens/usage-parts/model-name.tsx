import { OTHER } from "~/usage/inside/figures/largest";

/** Place of 'Other' in the palette: the grey one. */
const GREY = 12;

/** Assigns each model its place in the palette; a screen gives all models once, so that each has one colour on it. */
export function modelColours(drawn: readonly string[]): (model: string) => number {
  const names = [...new Set(drawn)].filter((name) => name !== OTHER);
  const places = new Map(names.map((name, place) => [name, place % GREY]));
  return (model) => places.get(model) ?? GREY;
}

/** A model's name after a dot in its chart colour. */
export function ModelName({ name, colour }: { name: string; colour: number }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-baseline gap-2">
      <span
        aria-hidden="true"
        className="size-2.5 flex-none rounded-full"
        style={{ background: `var(--series-${colour + 1})` }}
      />
      <span className="min-w-0 break-all">{name}</span>
    </span>
  );
}
