// Unsent texts, kept in the browser for each place until they are sent or thrown away.
import { create } from "zustand";

export interface Draft<T> {
  value: T;
  /** When it was begun, to tell that what it answers changed since. */
  at: number;
}

type Drafts = Readonly<Record<string, Draft<unknown>>>;

const ENTRY = "wireclip.drafts";
const SAVE_AFTER = 300;

function stored(): Drafts {
  try {
    return JSON.parse(localStorage.getItem(ENTRY) ?? "{}");
  } catch {
    return {};
  }
}

const useDrafts = create<{ drafts: Drafts }>()(() => ({ drafts: stored() }));

let timer: ReturnType<typeof setTimeout> | undefined;

function save() {
  timer = undefined;
  try {
    localStorage.setItem(ENTRY, JSON.stringify(useDrafts.getState().drafts));
  } catch {
    // It stays until the page is left.
  }
}

addEventListener("pagehide", save);

export function setDraft<T>(place: string, value: T | undefined) {
  useDrafts.setState(({ drafts }) => {
    const { [place]: old, ...rest } = drafts;
    return {
      drafts: value === undefined ? rest : { ...rest, [place]: { value, at: old?.at ?? Date.now() } },
    };
  });
  if (timer === undefined) timer = setTimeout(save, SAVE_AFTER);
}

/** The draft of a place, as it was when somebody last typed there. */
export function useDraft<T>(place: string): Draft<T> | undefined {
  return useDrafts((state) => state.drafts[place]) as Draft<T> | undefined;
}
