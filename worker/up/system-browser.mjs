import { existsSync } from "node:fs";

// Debian's headless browser comes first: it takes a third of the CPU time of the full one.
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/**
 * The program of a browser that this machine has, for tests and measurements.
 *
 * @returns {string | undefined}
 */
export function systemBrowser() {
  return PLACES.find((place) => existsSync(place));
}
