import type { Sandbox } from "../state/sandbox";

/** One operation of the API: checked parameters and path parts in, the answer out. */
export type Run = (sandbox: Sandbox, params: Record<string, unknown>, path: Record<string, string>) => object;
export type Runs = Record<string, Run>;

/** Gives parameters the SDK's type: their schema was generated from it. */
export function run<P>(answer: (sandbox: Sandbox, params: P, path: { id: string; customerId: string }) => object): Run {
  return (sandbox, params, path) =>
    answer(sandbox, params as P, { id: path["id"] ?? "", customerId: path["customerId"] ?? "" });
}
