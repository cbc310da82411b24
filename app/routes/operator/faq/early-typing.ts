/** Of the editor's fields, which are the only ones with this attribute. */
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

// This runs as the page's script arrives, before React takes over: it sets a textarea back to what the server sent.
if (typeof document !== "undefined") {
  for (const field of document.querySelectorAll<TextControl>(FIELDS)) {
    if (field.value !== field.defaultValue) note(field);
  }
  document.addEventListener("input", onInput);
}

/** What was typed before the script was there, by the names of fields; nothing the second time. */
export function takeEarlyTyping(): ReadonlyMap<string, string> {
  document.removeEventListener("input", onInput);
  const taken = new Map(typed);
  typed.clear();
  return taken;
}
