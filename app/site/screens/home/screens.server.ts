import rentDark from "./pictures/rent-dark.avif";
import rentLight from "./pictures/rent-light.avif";
import rentNarrowDark from "./pictures/rent-narrow-dark.avif";
import rentNarrowLight from "./pictures/rent-narrow-light.avif";
import taskDark from "./pictures/task-dark.avif";
import taskLight from "./pictures/task-light.avif";
import taskNarrowDark from "./pictures/task-narrow-dark.avif";
import taskNarrowLight from "./pictures/task-narrow-light.avif";
import tasksDark from "./pictures/tasks-dark.avif";
import tasksLight from "./pictures/tasks-light.avif";
import tasksNarrowDark from "./pictures/tasks-narrow-dark.avif";
import tasksNarrowLight from "./pictures/tasks-narrow-light.avif";

/** The screens of the landing page: texts and picture URLs (`npm run pictures`). */
export const SCREENS = [
  {
    title: "See what would start right now",
    text: "See for every size, from 1 GPU to 8 × 8, whether it is free. Know the cost per hour and how long your balance lasts before you start anything.",
    link: { to: "/configurator", label: "Try the configurator" },
    alt: "The Rent screen: a choice of GPUs, its cost per hour and per day, and a table of sizes that are free right now",
    pictures: { light: rentLight, dark: rentDark, narrowLight: rentNarrowLight, narrowDark: rentNarrowDark },
  },
  {
    title: "One line to log in",
    text: "The task shows its ssh command as soon as it runs. You are root, in the image of your choice, on real machines with their own address.",
    link: { to: "/faq?q=ssh", label: "About SSH keys" },
    alt: "The Tasks screen: a running task of eight GPUs with its uptime and its cost",
    pictures: { light: tasksLight, dark: tasksDark, narrowLight: tasksNarrowLight, narrowDark: tasksNarrowDark },
  },
  {
    title: "Pay for seconds you can count",
    text: "Charging begins when SSH is open and ends when you kill the task. Each line of a statement shows how it was calculated, and can be recalculated from stored data.",
    link: { to: "/terms", label: "What is charged, in the terms" },
    alt: "The task screen: its state, its charge so far, its address and its events",
    pictures: { light: taskLight, dark: taskDark, narrowLight: taskNarrowLight, narrowDark: taskNarrowDark },
  },
];
