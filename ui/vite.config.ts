// How the board is built, served while it is written, and tested.
import { createReadStream, existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.WIRECLIP_ADDRESS ?? "http://127.0.0.1:3100";

// The server takes a page of another port for a stranger's, so the proxy speaks in its name.
const proxy = { "/api": { target: server, ws: true, changeOrigin: true, headers: { origin: server } } };

/** `vite preview` sends what the server would: the files as they were compressed, kept for good by their names. */
const asTheServer: Plugin = {
  name: "as-the-server",
  configurePreviewServer({ middlewares, config }) {
    middlewares.use((request, response, next) => {
      const path = request.url?.split("?")[0] ?? "";
      const file = resolve(config.root, config.build.outDir, `.${path}.br`);
      if (!/\.(js|css)$/.test(path) || !existsSync(file)) return next();
      response.setHeader("content-type", path.endsWith(".js") ? "text/javascript" : "text/css");
      response.setHeader("content-encoding", "br");
      response.setHeader("cache-control", "public, max-age=31536000, immutable");
      createReadStream(file).pipe(response);
    });
  },
};

export default defineConfig({
  plugins: [react(), tailwind(), asTheServer],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { proxy },
  preview: { proxy },
  build: {
    target: "es2022",
    manifest: "manifest.json",
    chunkSizeWarningLimit: 700,
    // The browser is told nothing of files it will ask for anyway.
    modulePreload: { polyfill: false },
    // By itself each icon that two pages share would be a file: more head than body, dozens to a page.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "icons", test: /lucide-react/, minShareCount: 2 }] } },
    },
  },
  test: { environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"], css: false },
});
