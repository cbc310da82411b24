import { guardRun } from "../../support/run-guard";

/** A killed run also ends its product, its browser and the processes that single tests started. */
export default function guard(): void {
  guardRun();
}
