/** The rows of volumes and templates in the routes table (`routes.js`), which gives what makes a row. */

/**
 * The list of volumes is a row of `menu-screens.js`.
 * @template Row
 * @param {(folder: string, title: string, about: string) => (url: string, name: string) => Row} pathsOf
 */
export const volumePaths = (pathsOf) => {
  const volumes = pathsOf("volumes", "Volumes", "Storage that outlives tasks, and what containers begin with.");
  return [
    volumes("/v1/volumes", "volumes"),
    volumes("/v1/volumes/:volume_id/grow", "grow"),
    volumes("/v1/volumes/:volume_id/delete", "delete"),
    volumes("/v1/volumes/:volume_id/snapshot", "snapshot"),
    volumes("/v1/templates", "templates"),
    volumes("/v1/templates/:template", "template"),
  ];
};
