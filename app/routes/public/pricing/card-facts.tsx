import { Facts } from "~/ui/facts";

const CARD_FACTS = [
  { label: "Card memory", value: "24 GB" },
  { label: "Cores", value: "8192" },
  { label: "Single precision", value: "27.8 TFLOPS" },
  { label: "Processor", value: "Xeon 32 vCPU" },
  { label: "Network", value: "200GB Infiniband" },
  { label: "Cluster", value: "Tier III" },
  { label: "Uptime", value: "99.99997%" },
  { label: "Energy", value: "100% green" },
];

export function CardFacts() {
  return <Facts facts={CARD_FACTS} />;
}
