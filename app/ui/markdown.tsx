import ReactMarkdown, { type Components } from "react-markdown";

/** Addresses that a link may have: ours, http, https and mailto. */
const LINK = /^(https?:\/\/|mailto:|#|\/(?![/\\]))/i;
/** Images only from ourselves: others would tell strangers who reads what. */
const IMAGE = /^\/(?![/\\])/;

/**
 * Markdown without raw HTML, whose tags are shown as text. Some 40 KB of script: rendered on the server where
 * possible, otherwise loaded with `lazy`.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown components={components} urlTransform={allowedUrl}>
      {text}
    </ReactMarkdown>
  );
}

function allowedUrl(url: string, key: string): string | undefined {
  return (key === "src" ? IMAGE : LINK).test(url) ? url : undefined;
}

const components: Components = {
  // The screen has the headings of the first two ranks.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
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
