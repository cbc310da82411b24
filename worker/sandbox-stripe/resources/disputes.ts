import { run, type Runs } from "../wire/operation";

export const disputes: Runs = {
  "Disputes.retrieve": run(({ store }, _params, { id }) => store.need("dispute", id)),
};
