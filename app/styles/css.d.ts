/** A stylesheet import is its hashed address. */
declare module "*.css" {
  const href: string;
  export default href;
}
