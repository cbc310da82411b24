import { utils } from "ssh2";

interface KeyPair {
  private: string;
  public: string;
}

/**
 * A new ed25519 key in OpenSSH's format. About one in 200 that the library makes is one that its own parser refuses,
 * so that no server could use it: then another key is made.
 */
export function makeKeyPair(comment: string): KeyPair {
  for (;;) {
    const pair = utils.generateKeyPairSync("ed25519", { comment });
    if (!(utils.parseKey(pair.private) instanceof Error)) return pair;
  }
}
