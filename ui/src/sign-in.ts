// The way to the page where one signs in, and back: whoever was signed out meanwhile finds the page again that
// they were on, and what they had written.
import { forgetKept } from "./api/persistence";
import { me, rememberMe } from "./company";

/** The addresses that are there for whoever is not signed in. */
const OUTSIDE = /^\/(auth|cli-auth|board-claim)(\/|$)/;

export const isOutside = (path: string) => OUTSIDE.test(path);

/** Where to go behind the sign-in: an address of the board, and nobody else's. */
export function nextOf(asked: string | undefined): string {
  if (!asked?.startsWith("/")) return "/";
  // What a browser takes for another server's name begins with two of either.
  if (/^[/\\]{2}/.test(asked)) return "/";
  const path = asked.split(/[?#]/)[0] ?? "/";
  return path === "/auth" || path.startsWith("/auth/") ? "/" : asked;
}

/** What the browser keeps for a person; how the board looks is the browser's own. */
function forgetPerson(): Promise<void> {
  for (const name of Object.keys(localStorage))
    if (name.startsWith("wireclip.") && name !== "wireclip.look") localStorage.removeItem(name);
  return forgetKept();
}

/** Opens the board for a person. Nothing is left of whoever was here before, in the page or the browser. */
export async function enter(person: string, next: string | undefined) {
  if (person !== me()) await forgetPerson();
  rememberMe(person);
  location.assign(nextOf(next));
}

/** Leaves the board: answers are forgotten, drafts wait for the person to come back. */
export async function leave() {
  await forgetKept();
  location.assign("/auth");
}
