/** A stylesheet import is its hashed address. */
declare module "*.css" {
  const href: string;
  export default href;
}

/** A font import is its hashed address. */
declare module "*.woff2" {
  const href: string;
  export default href;
}

/** A picture import is its hashed address. */
declare module "*.avif" {
  const href: string;
  export default href;
}
