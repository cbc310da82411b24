import { fileURLToPath } from "node:url";
import type { LoaderFunctionArgs } from "@remix-run/node";

type Handler = (args: LoaderFunctionArgs) => Promise<Response>;
export type RouteModule = Record<"loader" | "action", Handler>;

/** The module of a row of the routes table. */
export async function loadRoute(file: string): Promise<RouteModule> {
  const path = fileURLToPath(new URL(`../../../app/${file}`, import.meta.url));
  return (await import(/* @vite-ignore */ path)) as RouteModule;
}
