// Reads Markdown and cleans what comes of it. Loaded on use.
import createPurifier from "dompurify";
import { Marked } from "marked";

const marked = new Marked({ gfm: true, breaks: true, async: false });
const purifier = createPurifier(window);

/** The one style that a text gives: the address of an issue. */
const ISSUE_LINK = "issue-link";

// A mention is a link with a scheme of its own; people are led to the agent's page.
const MENTION = /^agent:\/\/([\w-]+)/;

purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node.className !== ISSUE_LINK) node.removeAttribute("class");
  if (node instanceof HTMLInputElement) {
    if (node.type !== "checkbox") return node.remove();
    // A box of a checklist is named by what stands beside it.
    node.setAttribute("aria-label", node.parentElement?.textContent?.trim() || "…");
  }
  if (!(node instanceof HTMLAnchorElement)) return;
  const isOurs = node.origin === location.origin;
  if (!isOurs) {
    node.target = "_blank";
    node.rel = "noopener noreferrer nofollow";
  }
});

// An identifier such as ABC-12 outside of code becomes a link to its issue.
const IDENTIFIER = /\b([A-Z][A-Z0-9]{1,9})-(\d{1,7})\b/g;

marked.use({
  // A picture is an address that one may follow.
  renderer: {
    image: ({ href, text }) =>
      `<a href="${escaped(href).replaceAll('"', "&quot;")}">${escaped(text || href)}</a>`,
  },
  walkTokens(token) {
    if (token.type !== "link") return;
    const agent = MENTION.exec(String(token.href))?.[1];
    if (agent) token.href = `/agents/${agent}/overview`;
  },
  extensions: [
    {
      name: "issue",
      level: "inline",
      start: (text) => text.search(/\b[A-Z][A-Z0-9]{1,9}-\d/),
      tokenizer(text) {
        const match = /^([A-Z][A-Z0-9]{1,9})-(\d{1,7})\b/.exec(text);
        return match ? { type: "issue", raw: match[0], prefix: match[1] } : undefined;
      },
      renderer: (token) =>
        `<a href="/${token.prefix}/issues/${token.raw}" class="${ISSUE_LINK}">${token.raw}</a>`,
    },
  ],
});

/**
 * What a text may be made of. Nothing that looks or works like a part of the board, and no picture from elsewhere:
 * it would tell others who reads what.
 */
const TAGS =
  "a b blockquote br code del details em h1 h2 h3 h4 h5 h6 hr i input kbd li ol p pre s strong sub summary sup table tbody td th thead tr ul";
const ATTRIBUTES = "align checked class colspan disabled href rel rowspan start target title type";

/** What is longer, in characters, is read as Markdown up to a paragraph's end before this: some texts take the square of their length. */
const LONGEST = 20_000;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const asWritten = (text: string): string => (text ? `<pre>${escaped(text)}</pre>` : "");

function parsed(text: string): string {
  try {
    return marked.parse(text, { async: false });
  } catch {
    // A text can be nested deeper than it can be read.
    return asWritten(text);
  }
}

/** Returns clean HTML for a text. */
export function render(text: string): string {
  const end = text.length <= LONGEST ? text.length : text.lastIndexOf("\n\n", LONGEST);
  const read = Math.max(0, end);
  return purifier.sanitize(parsed(text.slice(0, read)) + asWritten(text.slice(read)), {
    ALLOWED_TAGS: TAGS.split(" "),
    ALLOWED_ATTR: ATTRIBUTES.split(" "),
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
  });
}

/** The identifiers that a text names. */
export function identifiersIn(text: string): string[] {
  return [...new Set(text.match(IDENTIFIER) ?? [])];
}
