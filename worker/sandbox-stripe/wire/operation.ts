import type { Sandbox } from "../state/sandbox";

/** One operation of the API: its checked parameters and the parts of its path in, the answer out. */
export type Run = (sandbox: Sandbox, params: Record<string, unknown>, path: Record<string, string>) => object;
export type Runs = Record<string, Run>;

/**
 * Gives the parameters the type that the SDK declares for them: they were checked against the schema that was
 * generated from that declaration.
 */
export function run<P>(answer: (sandbox: Sandbox, params: P, path: { id: string; customerId: string }) => object): Run {
  return (sandbox, params, path) =>
    answer(sandbox, params as P, { id: path["id"] ?? "", customerId: path["customerId"] ?? "" });
}
