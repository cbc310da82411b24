/** The parts of plotly.js that we load, which its types do not declare one by one. */
declare module "plotly.js/lib/core" {
  import type * as Plotly from "plotly.js";
  const core: typeof Plotly & { register(traces: unknown[]): void };
  export default core;
}
declare module "plotly.js/lib/bar" {
  const trace: unknown;
  export default trace;
}
declare module "plotly.js/lib/pie" {
  const trace: unknown;
  export default trace;
}
declare module "plotly.js/lib/scatter" {
  const trace: unknown;
  export default trace;
}
