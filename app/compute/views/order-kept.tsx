import { isOrder } from "~/platform/own-path";
import { GPU_CHOICES } from "~/compute/gpu-sizes";
import { orderText } from "../screens/reservation/choice";

/** Notice of a waiting order, with its text, while the order is out of sight; empty without one. */
export function OrderKept({ next }: { next: string | null }) {
  if (!isOrder(next)) return null;
  const given = new URLSearchParams(next.split("?")[1]);
  const [row, name] = [given.get("row") ?? "", given.get("task_name") ?? ""];
  const gpus = GPU_CHOICES.find((choice) => String(choice) === given.get("gpu_min")) ?? 1;
  const words = [/^[\w.-]+:[\w.-]+$/.test(row) && orderText({ row, gpu_min: String(gpus) }), name].filter(Boolean);
  return (
    <p role="note" className="mb-5 rounded-control bg-accent-soft px-4 py-2.5 text-sm [overflow-wrap:anywhere]">
      <span className="block font-medium">Your order is kept</span>
      {words.length > 0 ? <span className="block text-muted">{words.join(" · ")}</span> : null}
    </p>
  );
}
