/** `npm run dev`: the server restarts and the page reloads when their files change. One Ctrl-C ends both. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const serverPort = process.env["SERVER_PORT"] ?? "3001";
const port = process.env["PORT"] ?? "3000";

const children = [
  spawn(
    process.execPath,
    ["--watch-path=server", "--watch-path=contract", "--watch-preserve-output", "server/main.ts"],
    { cwd: root, stdio: "inherit", env: { ...process.env, PORT: serverPort } },
  ),
  spawn(
    process.execPath,
    [
      "node_modules/vite/bin/vite.js",
      "web",
      "--config",
      "web/vite.config.ts",
      "--port",
      port,
      "--strictPort",
    ],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, SERVER_PORT: serverPort },
    },
  ),
];
const end = (): void => {
  for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
for (const child of children)
  child.once("exit", (code) => {
    process.exitCode ??= code ?? 0;
    end();
  });
