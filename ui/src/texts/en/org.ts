// The texts of the page `org`.
export const org = {
  title: "Org chart",
  chart: "Chart",
  empty: "The chart shows who reports to whom, and who works right now.",
  fold: "Fold what is below {name}",
  unfold: "Show what is below {name}",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show all",
  picture: "Picture",
} as const;
