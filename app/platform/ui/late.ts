import { type ComponentType, lazy } from "react";

/** Modules that load before the script takes over the page. */
const initialParts = new Set<Promise<unknown>>();

/** Resolves once the parts of the server-rendered page are loaded, so that the script can take over. */
export function initialPartsLoaded(): Promise<unknown> {
  return Promise.allSettled(initialParts);
}

interface Module<Props> {
  default: ComponentType<Props>;
}

/**
 * Loads a part of a screen, such as the content of a tab, only when it is shown. `isShown` returns whether the opened
 * page shows it. The server always renders it, and the script takes over a page only once the part has loaded, so that
 * nothing flickers and no state is lost. At a later navigation the router's transition waits for it.
 */
export function late<Props extends object>(
  load: () => Promise<Module<Props>>,
  isShown: (search: URLSearchParams) => boolean,
): ComponentType<Props> {
  const { Part, loading } = partOf(load);
  if (typeof document === "undefined" || isShown(new URLSearchParams(window.location.search)))
    initialParts.add(loading());
  return Part;
}

/**
 * The content of a popup, whose script is loaded when the popup is opened or about to be. Pass `loading` to the popup
 * (decision 0050). The server always renders it.
 */
export function onOpening<Props extends object>(load: () => Promise<Module<Props>>) {
  const part = partOf(load);
  if (typeof document === "undefined") initialParts.add(part.loading());
  return part;
}

function partOf<Props extends object>(load: () => Promise<Module<Props>>) {
  let loaded: Module<Props> | null = null;
  const loading = async () => (loaded ??= await load());
  const Part = lazy(() => (loaded === null ? loading() : atOnce(loaded))) as unknown as ComponentType<Props>;
  return { Part, loading };
}

/** React renders the existing part without waiting if its promise resolves at once. */
function atOnce<Value>(value: Value): Promise<Value> {
  const promise: PromiseLike<Value> = {
    then: (done) => {
      void done?.(value);
      return promise as never;
    },
  };
  return promise as Promise<Value>;
}
