/** The example charges (B13): what each button adds to the upcoming invoice. */
export const DEMO_CHARGES = {
  work: { cents: 100, text: "60 minutes of work", button: "60 minutes of work for 1 dollar" },
  discount: { cents: -5000, text: "discount", button: "Minus 50 dollars discount" },
  charge: { cents: 4000, text: "charge", button: "Plus 40 dollars charge" },
} as const;

type DemoCharge = keyof typeof DEMO_CHARGES;
export const DEMO_CHARGE_NAMES = ["work", "discount", "charge"] as const satisfies readonly DemoCharge[];
