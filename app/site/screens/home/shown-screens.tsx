import { TextLink } from "~/platform/ui/text-link";
import { Picture, type Pictures } from "./picture";

interface ShownScreen {
  title: string;
  text: string;
  link: { to: string; label: string };
  alt: string;
  pictures: Pictures;
}

/** The product's own screens: stacked, or in a scrollable row on a phone. */
export function ShownScreens({ screens }: { screens: ShownScreen[] }) {
  return (
    // A phone scrolls the screens sideways, and the next one shows at the edge.
    <div className="flex gap-3.5 max-sm:-mx-4 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 sm:flex-col sm:gap-12 lg:gap-20">
      {screens.map(({ title, text, link, alt, pictures }) => (
        <section
          key={title}
          className="group grid items-center gap-4 max-sm:flex-[0_0_82%] max-sm:snap-start max-sm:content-between sm:gap-7 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.55fr)] lg:gap-14 lg:even:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]"
        >
          <div className="max-sm:self-start lg:group-even:order-1">
            <h2 className="text-lg font-semibold tracking-tight text-balance sm:text-2xl">{title}</h2>
            <p className="mt-2 text-pretty text-muted">{text}</p>
            <p className="mt-2 text-pretty text-muted">
              <TextLink to={link.to}>{link.label}</TextLink>
            </p>
          </div>
          <Picture of={pictures} alt={alt} lazy />
        </section>
      ))}
    </div>
  );
}
