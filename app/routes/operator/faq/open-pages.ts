const PREFIX = "millrace-faq-page:";

/** Tells other tabs, while this page is open, that its drafts have an owner; the browser ends it with the page. */
export function sayOpen(pageId: string): () => void {
  let end = () => {};
  const closed = new Promise<void>((resolve) => (end = resolve));
  void locks()
    ?.request(PREFIX + pageId, () => closed)
    .catch(() => {});
  return end;
}

/** The open pages of this browser; empty if the browser cannot tell: then their drafts are offered too. */
export async function openPages(): Promise<ReadonlySet<string>> {
  try {
    const held = (await locks()?.query())?.held ?? [];
    return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
  } catch {
    return new Set();
  }
}

/** Only pages from a secure origin have it. */
function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}
