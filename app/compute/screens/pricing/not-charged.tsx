import { TextLink } from "~/platform/ui/text-link";

const FREE = [
  "Waiting in the queue, and the start of a task",
  "A start that fails",
  "Time when a node of your task does not report",
  "Up to 15 minutes before an incident that ended your task, which are refunded",
  "Fractions of a cent",
];

/** Times that are not charged (B2, B4, B9). */
export function NotCharged() {
  return (
    <>
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-sm marker:text-muted">
        {FREE.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="mt-4 text-sm">
        <TextLink to="/faq?q=charged">More about charging</TextLink>
      </p>
    </>
  );
}
