const SECTIONS = ["Reservations", "Billing", "Comments"];

/** The sections of the screen as anchors, drawn like tabs. */
export function SectionLinks() {
  return (
    <nav aria-label="Sections" className="flex gap-1 border-b">
      {SECTIONS.map((section) => (
        <a
          key={section}
          href={`#${section.toLowerCase()}`}
          className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium text-muted hover:border-edge hover:text-ink"
        >
          {section}
        </a>
      ))}
    </nav>
  );
}
