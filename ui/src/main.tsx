// Starts the board: the language, what was kept from the last visit, then the first page.
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { onSignedOut } from "./api/client";
import { keep, restore } from "./api/persistence";
import { queryClient } from "./api/queryClient";
import { me, rememberedCompany } from "./company";
import { useLook } from "./look";
import { keepShell } from "./offline";
import { Failure } from "./pages/lost/failure";
import { paths } from "./paths";
import { router } from "./router";
import { isOutside } from "./sign-in";
import { preferredLocale, speak } from "./texts/locale";
import { partsOf } from "./ui/link";
import "./styles/base.css";

/** Loads the code of the page that the address names, beside all else that a start waits for. */
function fetchPage() {
  for (const match of router.matchRoutes(router.latestLocation)) {
    const route = router.routesById[match.routeId as keyof typeof router.routesById];
    // Where it fails, whoever shows the page says so.
    router.loadRouteChunk(route)?.catch(() => undefined);
  }
}

async function start(root: HTMLElement) {
  fetchPage();
  const person = me();
  const company = rememberedCompany(location.pathname.split("/")[1]);
  const kept = Promise.all([
    restore(queryClient, person, "instance"),
    company ? restore(queryClient, person, company) : undefined,
  ]);
  await Promise.all([speak(preferredLocale(useLook.getState().language)), kept]);
  keep(queryClient, person);
  createRoot(root, { onUncaughtError: console.error }).render(
    <Failure>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Failure>,
  );
}

// Whoever is signed out meanwhile comes back to this very place.
onSignedOut(() => {
  const { href, pathname } = router.latestLocation;
  if (isOutside(pathname)) return;
  router.navigate({ ...partsOf(paths.signIn(href)), replace: true } as never);
});

// A page of an older build asks for files that are gone.
window.addEventListener("vite:preloadError", () => {
  const ENTRY = "wireclip.reloaded";
  if (sessionStorage.getItem(ENTRY)) return;
  sessionStorage.setItem(ENTRY, "yes");
  location.reload();
});

const root = document.getElementById("root");
if (root) start(root).then(keepShell);
