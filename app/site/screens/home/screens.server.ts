import billingDark from "./pictures/billing-dark.avif";
import billingLight from "./pictures/billing-light.avif";
import billingNarrowDark from "./pictures/billing-narrow-dark.avif";
import billingNarrowLight from "./pictures/billing-narrow-light.avif";
import rentDark from "./pictures/rent-dark.avif";
import rentLight from "./pictures/rent-light.avif";
import rentNarrowDark from "./pictures/rent-narrow-dark.avif";
import rentNarrowLight from "./pictures/rent-narrow-light.avif";
import tasksDark from "./pictures/tasks-dark.avif";
import tasksLight from "./pictures/tasks-light.avif";
import tasksNarrowDark from "./pictures/tasks-narrow-dark.avif";
import tasksNarrowLight from "./pictures/tasks-narrow-light.avif";

/** The pictures of the landing page (`npm run pictures`): the one that leads, and those with a text. */
export const SCREENS = {
  hero: {
    alt: "The Rent screen: GPU types with their price, sizes from 1 GPU to 8 × 8 with what is free now, and the cost per hour",
    pictures: { light: rentLight, dark: rentDark, narrowLight: rentNarrowLight, narrowDark: rentNarrowDark },
  },
  others: [
    {
      title: "One line to log in",
      text: "The task shows its ssh command as soon as it runs. You are root, in the image of your choice, on real machines with their own address.",
      link: { to: "/faq?q=ssh", label: "About SSH keys" },
      alt: "The Tasks screen: running and queued tasks, and the command that logs in to one of them",
      pictures: { light: tasksLight, dark: tasksDark, narrowLight: tasksNarrowLight, narrowDark: tasksNarrowDark },
    },
    {
      title: "Pay for seconds you can count",
      text: "Charging begins when SSH is open and ends when you kill the task. Each line of a statement shows how it was calculated, and can be recalculated from stored data.",
      link: { to: "/terms", label: "What is charged, in the terms" },
      alt: "The Billing screen: the balance, how long it lasts, and what was spent each day by task",
      pictures: {
        light: billingLight,
        dark: billingDark,
        narrowLight: billingNarrowLight,
        narrowDark: billingNarrowDark,
      },
    },
  ],
};
