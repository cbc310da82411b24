const WORDS: Record<string, string> = {
  "api-key.show": "Account key shown",
  "api-key.new": "Account key replaced",
  "api-key.make": "API key made",
  "api-key.rotate": "API key rotated",
  "api-key.revoke": "API key revoked",
  "device.allow": "Command line authorized",
  "device.deny": "Command line denied",
  "two-factor.on": "Two-factor turned on",
  "two-factor.off": "Two-factor turned off",
  "identity.link": "Way to log in added",
  "identity.unlink": "Way to log in removed",
  "passkey.add": "Passkey added",
  "passkey.remove": "Passkey removed",
  "email.ask": "Change of email address asked for",
  "email.change": "Email address changed",
  "account.delete": "Deletion of the account asked for",
  "data.export": "Copy of all data asked for",
  "data.download": "Copy of all data downloaded",
  "email.stop": "Change of email address stopped",
  "email.take-back": "Change of email address reverted",
};

/** Describes a user's action on their own account; an unlisted action is shown by its name. */
export function ownActWords(action: string): string {
  return WORDS[action] ?? action;
}
