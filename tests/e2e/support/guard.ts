import { guardRun } from "../../support/run-guard";

/** A run that is killed takes its product, its browser and what single tests started with it. */
export default function guard(): void {
  guardRun();
}
