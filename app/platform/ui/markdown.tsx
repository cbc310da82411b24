import ReactMarkdown, { type Components } from "react-markdown";

/** Addresses that a link may have: ours, http, https and mailto. */
const LINK = /^(https?:\/\/|mailto:|#|\/(?![/\\]))/i;
/** Images from our own site only: others would tell strangers who reads what. */
const IMAGE = /^\/(?![/\\])/;

interface MarkdownProps {
  text: string;
  /** True if the text is the whole screen, so that its second-level headings are the screen's. */
  isPage?: boolean;
}

/**
 * Markdown without raw HTML, whose tags are shown as text. Some 40 KB of script: rendered on the server if possible,
 * otherwise loaded with `lazy`.
 */
export function Markdown({ text, isPage = false }: MarkdownProps) {
  return (
    <ReactMarkdown components={isPage ? components : inPage} urlTransform={allowedUrl}>
      {text}
    </ReactMarkdown>
  );
}

function allowedUrl(url: string, key: string): string | undefined {
  return (key === "src" ? IMAGE : LINK).test(url) ? url : undefined;
}

const components: Components = {
  a: ({ href, children }) => {
    if (href === undefined) return <>{children}</>;
    const elsewhere = /^https?:/i.test(href) ? { rel: "noreferrer nofollow" } : {};
    return (
      <a href={href} {...elsewhere}>
        {children}
      </a>
    );
  },
  img: ({ src, alt }) =>
    typeof src === "string" && src !== "" ? <img src={src} alt={alt ?? ""} loading="lazy" /> : <>{alt}</>,
};

/** The components of markdown under a heading of the screen's second level. */
const inPage: Components = {
  ...components,
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
};
