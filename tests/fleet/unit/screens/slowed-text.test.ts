import { expect, test } from "vitest";
import { type HeatNode, slowedText } from "~/fleet/screens/fleet/heat";

/** A node whose GPUs are slowed down in these percents of the minute; negative ones by heat. */
function aNode(node_name: string, ...slow: (number | null)[]): HeatNode {
  const gpus = slow.map((value) => ({
    value: value === null ? null : Math.abs(value),
    heat: value !== null && value < 0 ? "5" : "1",
  }));
  return { node_name, cluster_name: "fra1", gpu_type: "a5000", rack: "R1", labels: [], gpus };
}

test("the nodes with most GPUs that are slowed down come first, and heat is told apart from power", () => {
  const nodes = [aNode("a", 0, 20), aNode("b", 100, 100), aNode("c", 0, null), aNode("d", 5), aNode("e", 5)];
  expect(slowedText(nodes.slice(0, 3))).toBe("3 of 5 GPUs are slowed down, not by heat: 2 on b, 1 on a.");
  expect(slowedText([aNode("a", -3, 0)])).toBe("1 of 2 GPUs is slowed down, 1 by heat: 1 on a.");
  expect(slowedText(nodes)).toBe(
    "5 of 7 GPUs are slowed down, not by heat: 2 on b, 1 on a, 1 on d, others on 1 more node.",
  );
  expect(slowedText([aNode("a", 0, 0)])).toBe("No GPU of 2 is slowed down.");
});
