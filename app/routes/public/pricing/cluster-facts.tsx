import { Facts } from "~/ui/facts";

const CLUSTER_FACTS = [
  { label: "Cluster", value: "Tier III" },
  { label: "Uptime", value: "99.99997%" },
  { label: "Energy", value: "100% green" },
];

/** What is true of every cluster (2.4). */
export function ClusterFacts() {
  return <Facts facts={CLUSTER_FACTS} />;
}
