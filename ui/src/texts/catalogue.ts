// What a catalogue of texts is: namespaces of texts, each a sentence or one for each plural form.

/** A text, or its forms by number as the language has them. */
export type Text = string | Readonly<{ one: string; other: string }>;

type Widened<T> = T extends string ? string : { readonly [K in keyof T]: string };

/** The shape of another catalogue, with texts of its own. */
export type Like<C> = { readonly [N in keyof C]: { readonly [K in keyof C[N]]: Widened<C[N][K]> } };

/** The texts of one namespace of another language. */
export type LikePage<P> = { readonly [K in keyof P]: Widened<P[K]> };
