import { CodeBlock } from "./code-block";

interface System {
  name: string;
  /** Instructions to open a terminal. */
  open: string;
  /** Prints the public key. */
  show: string;
  /** Path of the public key. */
  file: string;
}

const MAKE = "ssh-keygen -t ed25519";

const SYSTEMS: System[] = [
  {
    name: "Linux",
    open: "Open a terminal.",
    show: "cat ~/.ssh/id_ed25519.pub",
    file: "~/.ssh/id_ed25519.pub",
  },
  {
    name: "Mac",
    open: "Open Terminal: press Command and Space, type Terminal, press Return.",
    show: "cat ~/.ssh/id_ed25519.pub",
    file: "/Users/you/.ssh/id_ed25519.pub",
  },
  {
    name: "Windows",
    open: "Open PowerShell from the Start menu. Windows 10 and 11 have ssh built in.",
    show: "type $env:USERPROFILE\\.ssh\\id_ed25519.pub",
    file: "C:\\Users\\you\\.ssh\\id_ed25519.pub",
  },
];

/** Explains how to create a key and where its public part is, for each system (2.4). */
export function SshKeyInstructions() {
  return (
    <div className="divide-y overflow-hidden rounded-control border">
      {SYSTEMS.map((system) => (
        <details key={system.name} className="more topic text-sm">
          <summary>{system.name}</summary>
          <div>
            <ol className="flex list-decimal flex-col gap-2 pl-5">
              <li>{system.open}</li>
              <li>
                Create a key. Press Return at each question to accept the default.
                <div className="mt-1.5">
                  <CodeBlock label={`Make a key on ${system.name}`} text={MAKE} />
                </div>
              </li>
              <li>
                Show the public key. It is in <code className="font-mono break-all">{system.file}</code>
                <div className="mt-1.5">
                  <CodeBlock label={`Show the key on ${system.name}`} text={system.show} />
                </div>
              </li>
              <li>Copy the whole line and paste it here. Never share the file without .pub.</li>
            </ol>
          </div>
        </details>
      ))}
    </div>
  );
}
