// Puts values into the places that a text has for them.
import { Fragment, type ReactNode } from "react";

export type Values = Readonly<Record<string, string | number>>;

const PLACE = /\{(\w+)\}/g;

/** Puts values in place of their names in braces. */
export function fill(text: string, values: Values | undefined): string {
  return values ? text.replace(PLACE, (place, name: string) => String(values[name] ?? place)) : text;
}

/** The same with elements: a name may be a link, an amount a figure of its own. */
export function fillNodes(text: string, nodes: Readonly<Record<string, ReactNode>>): ReactNode {
  return text.split(/(\{\w+\})/).map((part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay where they are
    return <Fragment key={index}>{name ? nodes[name] : part}</Fragment>;
  });
}
