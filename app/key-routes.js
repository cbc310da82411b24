/** The rows of keys – SSH keys, API keys and the logins of command lines – in the routes table (`routes.js`), which gives what makes a row. */

/**
 * @template Row
 * @param {(url: string, folder: string) => Row} forCustomers
 */
export const keyScreens = (forCustomers) => [
  forCustomers("/user/api-keys", "api-keys"),
  forCustomers("/device", "device"),
];

/**
 * @template Row
 * @param {(folder: string, title: string, about: string) => (url: string, name: string) => Row} pathsOf
 */
export const keyPaths = (pathsOf) => {
  const sshKeys = pathsOf("ssh-keys", "SSH keys", "Public keys that tasks let in.");
  const apiKeys = pathsOf("api-keys", "API keys", "Keys of programs, and how a command line logs in.");
  return [
    sshKeys("/users/keys", "keys"),
    sshKeys("/users/keys/delete", "delete-key"),
    sshKeys("/v1/ssh-public-key-upload", "upload-key"),

    apiKeys("/v1/api-keys", "keys"),
    apiKeys("/v1/api-keys/rotate", "rotate"),
    apiKeys("/v1/api-keys/revoke", "revoke"),
    apiKeys("/v1/device/authorize", "device-authorize"),
    apiKeys("/v1/device/token", "device-token"),
  ];
};
