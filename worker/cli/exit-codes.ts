/** What the program ends with; the table of docs/cli.md says the same, and a test compares them. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  login: 3,
  notFound: 4,
  noFreeGpus: 5,
  unreachable: 6,
  inVain: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
