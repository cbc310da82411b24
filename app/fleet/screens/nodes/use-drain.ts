import { useCallback, useEffect, useRef, useState } from "react";
import { readPath } from "~/platform/live/use-poll";
import { useNotify } from "~/platform/ui/notices";
import { askPath, authorization } from "~/platform/live/ask-path";
import type { DrainFlag } from "./modes";
import type { NodeRow, NodeView } from "./node-view";
import { readNodes, readSysinfo } from "./read-answers";
import type { Refetched } from "./use-fleet";

const NODES_AFTER_MS = 8000;

/** A mode shown before the server has confirmed it, with the version of the node that it replaces. */
interface Wish {
  flag: DrainFlag;
  version: number;
}

/**
 * Sets modes: shown at once, and reverted with a danger notice when the call fails. System info is fetched at once and
 * the nodes 8 s later (2.4, 3.2).
 */
export function useDrain(apiKey: string) {
  const notify = useNotify();
  const [wishes, setWishes] = useState<Wishes>(new Map());
  const [refetched, setRefetched] = useState<Refetched>({ nodes: null, sysinfo: null });
  const key = useRef(apiKey);
  useEffect(() => {
    key.current = apiKey;
  }, [apiKey]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach((timer) => clearTimeout(timer));
  }, []);

  const refetchSysinfo = useCallback(async () => {
    const sysinfo = await readPath({ path: "/dashboard/sysinfo", read: readSysinfo });
    if (sysinfo) setRefetched((present) => ({ ...present, sysinfo }));
  }, []);
  const refetchNodes = useCallback(async () => {
    const headers = () => authorization(key.current);
    const nodes = await readPath({ path: "/v1/nodes", read: readNodes, headers });
    if (nodes) setRefetched((present) => ({ ...present, nodes }));
  }, []);

  const drain = useCallback(
    async (node: Pick<NodeRow, "node_name" | "version">, flag: DrainFlag) => {
      const wish = { flag, version: node.version };
      setWishes((present) => new Map(present).set(node.node_name, wish));
      const sent = askPath("/v1/drain", { body: { node: node.node_name, flag }, apiKey: key.current });
      void refetchSysinfo();
      timers.current.add(setTimeout(() => void refetchNodes(), NODES_AFTER_MS));
      const answer = await sent;
      notify({ retcode: answer.retcode, message: answer.human_readable_message ?? "" });
      if (answer.retcode !== "OK") setWishes((present) => without(present, node.node_name, wish));
    },
    [notify, refetchNodes, refetchSysinfo],
  );
  return { drain, wishes, refetched };
}

/** Shows the pending mode until the node's own row is newer. */
export function withWish(view: NodeView, wishes: Wishes): NodeView {
  const drain = wishedMode(view.node, wishes);
  return drain === view.node.drain ? view : { ...view, node: { ...view.node, drain } };
}

export type Wishes = ReadonlyMap<string, Wish>;

export function wishedMode(node: Pick<NodeRow, "node_name" | "version" | "drain">, wishes: Wishes): number {
  const wish = wishes.get(node.node_name);
  return wish && node.version <= wish.version ? wish.flag : node.drain;
}

function without(wishes: Wishes, nodeName: string, wish: Wish): Wishes {
  if (wishes.get(nodeName) !== wish) return wishes;
  const rest = new Map(wishes);
  rest.delete(nodeName);
  return rest;
}
