// What of the frame is open right now. Nothing of it survives a reload.
import { create } from "zustand";

interface ShellState {
  isDrawerOpen: boolean;
  isSheetOpen: boolean;
  isPaletteOpen: boolean;
  /** What the palette starts with: `>`, `#` … */
  paletteText: string;
  isSheetOfKeysOpen: boolean;
  isCustomising: boolean;
  /** What a new issue starts with, while its dialog is open. */
  newIssue: NewIssueStart | undefined;
}

export interface NewIssueStart {
  status?: string;
  priority?: string;
  assigneeAgentId?: string;
  projectId?: string;
  parentId?: string;
  /** The parent's identifier, for the title. */
  parentName?: string;
  goalId?: string;
}

export const useShell = create<ShellState>()(() => ({
  isDrawerOpen: false,
  isSheetOpen: false,
  isPaletteOpen: false,
  paletteText: "",
  isSheetOfKeysOpen: false,
  isCustomising: false,
  newIssue: undefined,
}));

export const openDrawer = () => useShell.setState({ isDrawerOpen: true });
export const closeDrawer = () => useShell.setState({ isDrawerOpen: false });
export const setSheet = (isSheetOpen: boolean) => useShell.setState({ isSheetOpen });
export const openPalette = (paletteText = "") => useShell.setState({ isPaletteOpen: true, paletteText });
export const closePalette = () => useShell.setState({ isPaletteOpen: false });
export const showKeys = (isSheetOfKeysOpen: boolean) => useShell.setState({ isSheetOfKeysOpen });
export const customiseSidebar = (isCustomising: boolean) => useShell.setState({ isCustomising });
/** Opens the dialog for a new issue, with what is known already. */
export const openNewIssue = (newIssue: NewIssueStart = {}) => useShell.setState({ newIssue });
export const closeNewIssue = () => useShell.setState({ newIssue: undefined });
