// How the board is built, served while it is written, and tested.
import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const server = process.env.WIRECLIP_ADDRESS ?? "http://127.0.0.1:3100";

// The server takes a page of another port for a stranger's, so the proxy speaks in its name.
const proxy = { "/api": { target: server, ws: true, changeOrigin: true, headers: { origin: server } } };

export default defineConfig({
  plugins: [react(), tailwind()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { proxy },
  preview: { proxy },
  build: {
    target: "es2022",
    manifest: "manifest.json",
    chunkSizeWarningLimit: 700,
    // The browser is told nothing of files it will ask for anyway.
    modulePreload: { polyfill: false },
  },
  test: { environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"], css: false },
});
