import { useScripted } from "~/platform/ui/use-scripted";

interface ApiKeyInputProps {
  apiKey: string;
  onChange: (apiKey: string) => void;
}

/** Optional; sent with the calls for nodes and modes. Only the script can send it, so only the script offers it. */
export function ApiKeyInput({ apiKey, onChange }: ApiKeyInputProps) {
  const scripted = useScripted();
  return (
    <div className="min-h-16 w-full sm:w-44 noscript:hidden">
      {scripted ? (
        <label className="flex flex-col gap-1.5 text-sm font-medium">
          API key
          <input
            type="password"
            className="control font-normal"
            placeholder="Your session"
            autoComplete="off"
            value={apiKey}
            onChange={(event) => onChange(event.target.value)}
          />
        </label>
      ) : null}
    </div>
  );
}
