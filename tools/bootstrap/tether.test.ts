import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const tether = pathToFileURL(join(import.meta.dirname, "tether.mjs")).href;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tether-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** A test runner's worker is idle until its first message: it waits on its channel only. */
test("a process that a step forks waits for messages", async () => {
  await writeFile(
    join(folder, "worker.mjs"),
    "process.once('message', (text) => process.send(`got ${text}`, () => process.disconnect()));",
  );
  await writeFile(
    join(folder, "step.mjs"),
    `import { fork } from "node:child_process";
     const worker = fork(${JSON.stringify(join(folder, "worker.mjs"))});
     worker.once("message", (text) => process.stdout.write(text));
     worker.once("spawn", () => setTimeout(() => worker.connected && worker.send("work"), 1000));`,
  );
  const step = spawn(process.execPath, ["--import", tether, join(folder, "step.mjs")], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let output = "";
  step.stdout!.on("data", (data) => (output += data));
  const code = await new Promise((resolve) => step.once("exit", resolve));
  expect([code, output]).toEqual([0, "got work"]);
});
