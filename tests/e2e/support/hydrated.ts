import type { Page } from "playwright";

/** React's mark on the document while it holds it; React marks elements as soon as it looks at them. */
interface Root {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
}

/** Waits until the script has taken over the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [, root] = Object.entries(document).find(([name]) => name.startsWith("__reactContainer$")) ?? [];
    return root !== undefined && !(root as Root).stateNode.current.memoizedState.isDehydrated;
  });
}
