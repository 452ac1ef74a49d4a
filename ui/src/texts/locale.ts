// Which language the board speaks, and how a text is looked up in it.
import { create } from "zustand";
import type { Text } from "./catalogue";
import type { catalogue as english } from "./en";
import { fill, type Values } from "./fill";
import { type Formats, formatsOf } from "./format";

export type Locale = "en" | "de";
export const LOCALES: ReadonlyArray<{ id: Locale; name: string }> = [
  { id: "en", name: "English" },
  { id: "de", name: "Deutsch" },
];

type English = typeof english;

/** The name of a text: its page and its key, as in `issues.title`. */
export type TextKey = { [N in keyof English]: `${N & string}.${keyof English[N] & string}` }[keyof English];

type Catalogue = Readonly<Record<string, Readonly<Record<string, Text>>>>;

interface LocaleState {
  locale: Locale;
  catalogue: Catalogue;
}

export const useLocaleStore = create<LocaleState>()(() => ({ locale: "en", catalogue: {} }));

const LOADERS: Record<Locale, () => Promise<{ catalogue: Catalogue }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
};

/** Loads a language and speaks it from then on. */
export async function speak(locale: Locale): Promise<void> {
  const { catalogue } = await LOADERS[locale]();
  document.documentElement.lang = locale;
  useLocaleStore.setState({ locale, catalogue });
}

/** The language that somebody chose, or that the browser asks for. */
export function preferredLocale(chosen: string | undefined): Locale {
  if (chosen === "en" || chosen === "de") return chosen;
  return navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
}

export type Translate = (key: TextKey, values?: Values) => string;

/** Makes something once for each key, such as what is costly to build and the same for all who ask. */
function once<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

const translator = once((state: LocaleState): Translate => {
  const plural = new Intl.PluralRules(state.locale);
  const number = new Intl.NumberFormat(state.locale);
  return (key, values) => {
    const dot = key.indexOf(".");
    const text = state.catalogue[key.slice(0, dot)]?.[key.slice(dot + 1)];
    if (text === undefined) return key;
    if (typeof text === "string") return fill(text, values);
    const count = Number(values?.count ?? 0);
    const form = plural.select(count) === "one" ? text.one : text.other;
    return fill(form, { ...values, count: number.format(count) });
  };
});

const formats = once((state: LocaleState) => formatsOf(state.locale));

/** Texts in the language of the board. */
export const useT = (): Translate => translator(useLocaleStore());

/** The same outside of components; does not follow a change of the language. */
export const translate: Translate = (key, values) => translator(useLocaleStore.getState())(key, values);

/** Numbers, times and money in the language of the board. */
export const useFormats = (): Formats => formats(useLocaleStore());
