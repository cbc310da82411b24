import type { Theme } from "~/platform/theme";
import { useRootData } from "~/platform/ui/use-root-data";

/** URLs of a screen's picture in both themes, also on a phone. */
export interface Pictures {
  light: string;
  dark: string;
  narrowLight: string;
  narrowDark: string;
}

/** The size of pictures by tests/pictures/make.ts. */
const SIZE = { width: 1200, height: 750 };
const NARROW_SIZE = { width: 390, height: 520 };
const NARROW = "(width < 40rem)";
const DARK = "(prefers-color-scheme: dark)";
/** Media query of each theme: the visitor's choice, else the system's. */
const MEDIA: Record<Theme, string> = { system: DARK, light: "not all", dark: "all" };
const NARROW_MEDIA: Record<Theme, string> = { system: `${NARROW} and ${DARK}`, light: "not all", dark: NARROW };

/** A real screen (`npm run pictures`), in the page's theme and width: phones get the phone's. */
export function Picture({ of: { light, dark, narrowLight, narrowDark }, alt, lazy }: PictureProps) {
  const theme = useRootData()?.theme ?? "system";
  return (
    <picture className="block overflow-hidden rounded-panel border shadow-popup max-sm:shadow-panel">
      <source srcSet={narrowDark} media={NARROW_MEDIA[theme]} {...NARROW_SIZE} />
      <source srcSet={narrowLight} media={NARROW} {...NARROW_SIZE} />
      <source srcSet={dark} media={MEDIA[theme]} />
      <img src={light} alt={alt} {...SIZE} loading={lazy ? "lazy" : undefined} className="block h-auto w-full" />
    </picture>
  );
}

interface PictureProps {
  of: Pictures;
  alt: string;
  lazy?: boolean;
}
