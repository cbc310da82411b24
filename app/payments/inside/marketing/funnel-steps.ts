/** The steps of a customer, in order. A step counts once all before it are taken, in any order. */
export const FUNNEL_STEPS = ["registered", "confirmed", "key", "task", "topup", "second_topup"] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

export const STEP_LABELS: Record<FunnelStep, string> = {
  registered: "Registered",
  confirmed: "Confirmed the address",
  key: "Stored an SSH key",
  task: "Requested a first task",
  topup: "Topped up, with a task",
  second_topup: "Topped up again",
};
