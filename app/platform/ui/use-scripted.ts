import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and in the first render of the browser, true once the script runs. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
