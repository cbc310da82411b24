import { type ComponentType, createElement, lazy } from "react";
import { useDocument } from "./document-context";

declare global {
  interface Window {
    /** Names of the parts that the server rendered on this page. */
    renderedParts: string[];
  }
}

/** The function that loads each part, by the part's name. */
const parts = new Map<string, () => Promise<unknown>>();

/** Loads the parts that the server rendered, so that the script can take over the page. */
export function loadRenderedParts(): Promise<unknown> {
  return Promise.allSettled(window.renderedParts.map((name) => parts.get(name)?.()));
}

interface Module<Props> {
  default: ComponentType<Props>;
}

/**
 * Loads a part of a screen, such as the content of a tab, only when it is shown. The server always renders it and notes
 * its name, and the script takes over a page only once the noted parts have loaded, so that nothing flickers and no
 * state is lost. At a later navigation the router's transition waits for it.
 */
export function late<Props extends object>(name: string, load: () => Promise<Module<Props>>): ComponentType<Props> {
  const { Part, loading } = partOf(load);
  parts.set(name, loading);
  if (typeof document !== "undefined") return Part;
  void loading();
  return function Noted(props) {
    useDocument().parts.add(name);
    return createElement(Part, props);
  };
}

/**
 * The content of a popup, whose script is loaded when the popup is opened or about to be. Pass `loading` to the popup
 * (decision 0050). The server always renders it.
 */
export function onOpening<Props extends object>(load: () => Promise<Module<Props>>) {
  const part = partOf(load);
  if (typeof document === "undefined") void part.loading();
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
