// What people and agents write is read as Markdown, and can neither break the page nor look like a part of it.
import { expect, it } from "vitest";
import { render } from "./markdown-reader";

it("keeps what a text is made of", () => {
  expect(render("**Bold** `code`\n\n- [x] done\n\n| a |\n| - |\n| b |")).toMatch(
    /<strong>Bold<\/strong>.*<code>code<\/code>[\s\S]*type="checkbox"[\s\S]*<td>b<\/td>/,
  );
  expect(render("See ABC-12.")).toContain('<a href="/ABC/issues/ABC-12" class="issue-link">ABC-12</a>');
});

it("lets no text look like a part of the board", () => {
  const html = render(
    '<a class="fixed inset-0 z-50" href="https://other.example" id="content" data-row role="alert">Sign in</a>' +
      "<button>Go</button><input type=text><textarea></textarea><dialog open>Hm</dialog><svg></svg><video src=x></video>",
  );
  expect(html).not.toMatch(/class|id=|data-|role|<button|<input|<textarea|<dialog|<svg|<video/);
  expect(html).toContain('rel="noopener noreferrer nofollow"');
});

it("shows a picture as the address that it is", () => {
  expect(render("![a map](https://other.example/x.png)")).toMatch(
    /<a href="https:\/\/other\.example\/x\.png"[^>]*>a map<\/a>/,
  );
});

it("shows a text that cannot be read as it was written", () => {
  expect(render(">".repeat(20_000))).toMatch(/&gt;&gt;&gt;|<blockquote>/);
  const long = `# Title\n\n${"[".repeat(50_000)}`;
  expect(render(long)).toMatch(/^<h1>Title<\/h1>[\s\S]*<pre>\s*\[\[\[/);
});
