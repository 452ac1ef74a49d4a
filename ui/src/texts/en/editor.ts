// Reading and writing Markdown.
export const editor = {
  toolbar: "Formatting",
  bold: "Bold",
  italic: "Italic",
  code: "Code",
  link: "Link",
  list: "List",
  tasks: "Checklist",
  quote: "Quote",
  mention: "Mention somebody",
  write: "Write",
  preview: "Preview",
  nothing: "Nothing to preview",
  draftOlder: "This draft was begun before the text changed.",
} as const;
