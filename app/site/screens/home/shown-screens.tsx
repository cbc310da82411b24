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
    <div className="shown-row">
      {screens.map(({ title, text, link, alt, pictures }) => (
        <section key={title} className="shown">
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
            <p>
              <TextLink to={link.to}>{link.label}</TextLink>
            </p>
          </div>
          <Picture of={pictures} alt={alt} lazy />
        </section>
      ))}
    </div>
  );
}
