// How somebody wants the board to look, kept in their browser. `public/theme.js` reads the same
// entry before the first paint.
import { create } from "zustand";
import { type Locale, preferredLocale, speak } from "@/texts/locale";

export interface Look {
  theme: "system" | "light" | "dark";
  density: "comfortable" | "compact";
  contrast: "normal" | "more";
  language?: Locale;
  hasShortcuts: boolean;
  isSidebarCollapsed: boolean;
  isPanelOpen: boolean;
  foldedGroups: string[];
  /** Pages that the sidebar leaves out, and the order of its groups; groups that are not named follow. */
  hiddenPages: string[];
  groupOrder: string[];
}

const ENTRY = "wireclip.look";
const DEFAULTS: Look = {
  theme: "system",
  density: "comfortable",
  contrast: "normal",
  hasShortcuts: true,
  isSidebarCollapsed: false,
  isPanelOpen: true,
  foldedGroups: [],
  hiddenPages: [],
  groupOrder: [],
};

function stored(): Look {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(ENTRY) ?? "{}") };
  } catch {
    return DEFAULTS;
  }
}

export const useLook = create<Look>()(stored);

const systemDark = matchMedia("(prefers-color-scheme: dark)");

function wear(look: Look) {
  const root = document.documentElement;
  root.dataset.theme = look.theme === "system" ? (systemDark.matches ? "dark" : "light") : look.theme;
  root.dataset.density = look.density;
  if (look.contrast === "more") root.dataset.contrast = "more";
  else delete root.dataset.contrast;
}

systemDark.addEventListener("change", () => wear(useLook.getState()));

/** Changes the look, now and for the next visit. */
export function setLook(change: Partial<Look>) {
  useLook.setState(change);
  const look = useLook.getState();
  wear(look);
  if (change.language) speak(preferredLocale(change.language));
  try {
    localStorage.setItem(ENTRY, JSON.stringify(look));
  } catch {
    // It holds until the page is left.
  }
}
