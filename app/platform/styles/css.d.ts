/** A stylesheet import is its hashed address. */
declare module "*.css" {
  const href: string;
  export default href;
}

/** So is that of a font. */
declare module "*.woff2" {
  const href: string;
  export default href;
}

/** So is that of a picture. */
declare module "*.avif" {
  const href: string;
  export default href;
}
