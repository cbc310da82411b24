/** HTML that is safe to insert in a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A template that escapes its values unless they are HTML. */
export function html(parts: TemplateStringsArray, ...values: (Html | string | number | null)[]): Html {
  return new Html(
    parts.reduce((text, part, index) => {
      const value = values[index - 1] ?? "";
      return text + (value instanceof Html ? value.text : escape(String(value))) + part;
    }),
  );
}

export function join(parts: Html[]): Html {
  return new Html(parts.map(({ text }) => text).join(""));
}

function escape(text: string): string {
  const names: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? "");
}
