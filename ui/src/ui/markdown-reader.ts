// Reads Markdown and cleans what comes of it. Loaded on use.
import createPurifier from "dompurify";
import { Marked } from "marked";

const marked = new Marked({ gfm: true, breaks: true, async: false });
const purifier = createPurifier(window);

// A mention is a link with a scheme of its own; people are led to the agent's page.
const MENTION = /^agent:\/\/([\w-]+)/;

purifier.addHook("afterSanitizeAttributes", (node) => {
  // A box of a checklist is named by what stands beside it.
  if (node instanceof HTMLInputElement)
    node.setAttribute("aria-label", node.parentElement?.textContent?.trim() || "…");
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
        `<a href="/${token.prefix}/issues/${token.raw}" class="issue-link">${token.raw}</a>`,
    },
  ],
});

/** Returns clean HTML for a text. */
export function render(text: string): string {
  const html = marked.parse(text, { async: false });
  return purifier.sanitize(html, {
    // No picture from elsewhere: it would tell others who reads what.
    FORBID_TAGS: ["style", "form", "iframe", "object", "embed"],
    FORBID_ATTR: ["style"],
    ADD_ATTR: ["target"],
  });
}

/** The identifiers that a text names. */
export function identifiersIn(text: string): string[] {
  return [...new Set(text.match(IDENTIFIER) ?? [])];
}
