import type { Theme } from "~/domain/theme";
import { useRootData } from "~/ui/use-root-data";

/** The addresses of a screen's picture in both themes. */
export interface Pictures {
  light: string;
  dark: string;
}

/** As tests/pictures/make.ts takes them. */
const SIZE = { width: 1200, height: 750 };
const DARK = "(prefers-color-scheme: dark)";
/** Which of the two is shown where: the visitor's choice, else the system's. */
const MEDIA: Record<Theme, string> = { system: DARK, light: "not all", dark: "all" };

/** A real screen (`npm run pictures`), in the theme of the page. */
export function Picture({ of: { light, dark }, alt, lazy }: { of: Pictures; alt: string; lazy?: boolean }) {
  const theme = useRootData()?.theme ?? "system";
  return (
    <picture className="block overflow-hidden rounded-panel border shadow-popup">
      <source srcSet={dark} media={MEDIA[theme]} />
      <img src={light} alt={alt} {...SIZE} loading={lazy ? "lazy" : undefined} className="block h-auto w-full" />
    </picture>
  );
}
