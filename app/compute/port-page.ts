/** The page that leads a logged-in browser to a port of a task, on one of its nodes, from 1. */
export function portPage({ resvGuid, port, node }: { resvGuid: string; port: number; node: number }): string {
  return `/tasks/${resvGuid}/ports/${port}${node === 1 ? "" : `?node=${node}`}`;
}
