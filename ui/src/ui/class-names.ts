// Joins class names; what is false is left out.
export { clsx as cx } from "clsx";
