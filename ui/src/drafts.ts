// Unsent texts, kept in the browser for each place until they are sent or thrown away.
//
// Each place has an entry of its own: two windows that write in two places take nothing from each other, and
// see what the other one wrote.
import { create } from "zustand";

export interface Draft<T> {
  value: T;
  /** When it was begun, to tell that what it answers changed since. */
  at: number;
}

type Drafts = Readonly<Record<string, Draft<unknown>>>;

const ENTRY = "wireclip.draft/";
const SAVE_AFTER = 300;

function read(text: string | null): Draft<unknown> | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Draft<unknown>);
  } catch {
    return undefined;
  }
}

function stored(): Drafts {
  const drafts: Record<string, Draft<unknown>> = {};
  for (const name of Object.keys(localStorage)) {
    const draft = name.startsWith(ENTRY) ? read(localStorage.getItem(name)) : undefined;
    if (draft) drafts[name.slice(ENTRY.length)] = draft;
  }
  return drafts;
}

const useDrafts = create<{ drafts: Drafts }>()(() => ({ drafts: stored() }));

/** The places where somebody typed in this window since it was last saved. */
const unsaved = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

function save() {
  timer = undefined;
  const { drafts } = useDrafts.getState();
  for (const place of unsaved) {
    const draft = drafts[place];
    try {
      if (draft) localStorage.setItem(ENTRY + place, JSON.stringify(draft));
      else localStorage.removeItem(ENTRY + place);
    } catch {
      // It stays until the page is left.
    }
  }
  unsaved.clear();
}

function put(place: string, draft: Draft<unknown> | undefined) {
  useDrafts.setState(({ drafts }) => {
    const { [place]: _, ...rest } = drafts;
    return { drafts: draft ? { ...rest, [place]: draft } : rest };
  });
}

addEventListener("pagehide", save);
addEventListener("storage", ({ key, newValue }) => {
  const place = key?.startsWith(ENTRY) ? key.slice(ENTRY.length) : undefined;
  if (place !== undefined && !unsaved.has(place)) put(place, read(newValue));
});

export function setDraft<T>(place: string, value: T | undefined) {
  const at = useDrafts.getState().drafts[place]?.at ?? Date.now();
  put(place, value === undefined ? undefined : { value, at });
  unsaved.add(place);
  if (timer === undefined) timer = setTimeout(save, SAVE_AFTER);
}

/** Where a comment on an issue is written. */
export const draftPlace = (issue: string) => `issue/${issue}/comment`;

/** Adds a text to the draft of a place, behind what is there. */
export function addToDraft(place: string, text: string) {
  const old = (useDrafts.getState().drafts[place] as Draft<string> | undefined)?.value.trimEnd();
  setDraft(place, old ? `${old}\n\n${text}` : text);
}

/** The draft of a place, as it was when somebody last typed there. */
export function useDraft<T>(place: string): Draft<T> | undefined {
  return useDrafts((state) => state.drafts[place]) as Draft<T> | undefined;
}
