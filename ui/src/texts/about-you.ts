// What a sentence about somebody becomes when it is about whoever reads it.
import type { Locale } from "./locale";

/** The forms of the third person, and those of the second. */
const VERBS: Record<Locale, ReadonlyArray<[RegExp, string]>> = {
  en: [],
  de: [
    [/\{who\} hat\b/, "{who} hast"],
    [/\{who\} konnte\b/, "{who} konntest"],
  ],
};

export const aboutYou = (sentence: string, locale: Locale): string =>
  VERBS[locale].reduce((said, [third, second]) => said.replace(third, second), sentence);
