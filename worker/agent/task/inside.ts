/** Paths inside the sandbox. Without a sandbox the same program gets the real paths. */
export const INSIDE = {
  conf: "/run/millrace/conf",
  run: "/run/millrace/run",
  bin: "/run/millrace/bin",
  home: "/root",
};
