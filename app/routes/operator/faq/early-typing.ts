/** The attribute of the editor's fields only. */
const FIELDS = "[data-faq-field]";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const typed = new Map<string, string>();

function note(target: EventTarget | null): void {
  if (target instanceof Element && target.matches(FIELDS)) {
    const { name, value } = target as TextControl;
    typed.set(name, value);
  }
}

const onInput = ({ target }: Event) => note(target);

// Runs as the page's script arrives, before React resets textareas to the server's text.
if (typeof document !== "undefined") {
  for (const field of document.querySelectorAll<TextControl>(FIELDS)) {
    if (field.value !== field.defaultValue) note(field);
  }
  document.addEventListener("input", onInput);
}

/** Text typed before the script arrived, by field name; empty the second time. */
export function takeEarlyTyping(): ReadonlyMap<string, string> {
  document.removeEventListener("input", onInput);
  const taken = new Map(typed);
  typed.clear();
  return taken;
}
