const STEPS = [
  {
    title: "Store your SSH key",
    text: "Paste the public key of your machine once. It opens every task you start.",
  },
  {
    title: "Choose GPUs",
    text: "1 to 8 on one node, or 16, 32 and 64 as a gang of whole nodes. Start at once or join the queue.",
  },
  {
    title: "Log in and work",
    text: "You are root in your own image. Charging begins when ssh opens and ends when you stop the task.",
  },
];

export function Steps() {
  return (
    <ol className="grid divide-y rounded-panel border bg-surface md:grid-cols-3 md:divide-x md:divide-y-0">
      {STEPS.map((step, index) => (
        <li key={step.title} className="p-5">
          <span className="text-sm font-medium text-muted tabular-nums">{index + 1}</span>
          <h2 className="mt-1 font-semibold">{step.title}</h2>
          <p className="mt-1 text-sm text-muted">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
