import { useSearchParams } from "@remix-run/react";

/** Returns a function that gives the page's query with one value set, for a link. */
export function useQueryWith(): (name: string, value: string) => string {
  const [search] = useSearchParams();
  return (name, value) => {
    const wanted = new URLSearchParams(search);
    wanted.set(name, value);
    return `?${wanted.toString()}`;
  };
}
