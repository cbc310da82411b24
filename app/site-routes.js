/** The rows of the site's own pages in the routes table (`routes.js`), which gives what makes a row. */

/**
 * @template Row
 * @param {(url: string, folder: string) => Row} forAll
 */
export const siteScreens = (forAll) => [forAll("/theme", "theme")];
