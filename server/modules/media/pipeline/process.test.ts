import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ChildFailed, runChild } from "./process.ts";
import type { ChildLimits } from "./process.ts";

const limits: ChildLimits = {
  wallMs: 20_000,
  cpuSeconds: 20,
  memoryBytes: 4 * 1024 ** 3,
  fileBytes: 1024 ** 2,
};
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "process-"));
});
afterAll(() => rm(folder, { recursive: true }));

const shell = (script: string, more: Partial<ChildLimits> = {}, signal?: AbortSignal) =>
  runChild({
    program: "/bin/sh",
    args: ["-c", script],
    cwd: folder,
    limits: { ...limits, ...more },
    ...(signal ? { signal } : {}),
  });
const faultOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(ChildFailed);
  return (error as ChildFailed).fault;
};

it("returns a program's standard output", async () => {
  expect(await shell("echo out; echo err >&2")).toEqual({ stdout: "out\n", stderr: "err\n" });
});

it("passes a program neither our environment nor our standard input", async () => {
  process.env["EIGHTCOUNT_SECRET"] = "hush";
  const { stdout } = await shell("env; cat");
  delete process.env["EIGHTCOUNT_SECRET"];
  expect(stdout).not.toContain("hush");
});

it("reports why a program failed", async () => {
  const failed = shell("echo the reason >&2; exit 3");
  await expect(failed).rejects.toMatchObject({ fault: "exit", detail: "the reason" });
  expect(await faultOf(shell("echo 'x: No space left on device' >&2; exit 1"))).toBe("disk_full");
  expect(await faultOf(runChild({ program: "no-such-program", args: [], limits }))).not.toBe("timeout");
});

it("kills a program at its time and CPU limits", async () => {
  expect(await faultOf(shell("trap '' TERM; sleep 30", { wallMs: 300 }))).toBe("timeout");
  expect(await faultOf(shell("exec head -c 2000000 /dev/zero > large"))).toBe("file_size");
  expect((await stat(join(folder, "large"))).size).toBeLessThanOrEqual(limits.fileBytes);
  expect(await faultOf(shell("while :; do :; done", { cpuSeconds: 1 }))).toBe("cpu");
});

it.runIf(process.platform === "linux")("kills a program that uses too much memory", async () => {
  // tail buffers the last line, and this one never ends.
  expect(await faultOf(shell("exec tail /dev/zero", { memoryBytes: 256 * 1024 ** 2 }))).toBe("memory");
});

it("kills the program when the signal aborts", async () => {
  const stop = new AbortController();
  const work = shell("trap '' TERM; sleep 30", {}, stop.signal);
  setTimeout(() => stop.abort(), 100);
  expect(await faultOf(work)).toBe("aborted");
  expect(await faultOf(shell("exit 0", {}, stop.signal))).toBe("aborted");
});

/** Whether Linux lets this process raise priorities: CAP_SYS_NICE, bit 23, which root in a container often lacks. */
async function mayRaisePriority(): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const [, effective] = /^CapEff:\s*(\w+)$/m.exec(await readFile("/proc/self/status", "utf8"))!;
  return ((BigInt(`0x${effective}`) >> 23n) & 1n) === 1n;
}

it("runs a program also in a process of a lower priority than that of programs, which mayn't raise it", async () => {
  const script = `
    import { runChild } from ${JSON.stringify(join(import.meta.dirname, "process.ts"))};
    const { stdout } = await runChild({ program: "/bin/sh", args: ["-c", "nice"], limits: ${JSON.stringify(limits)} });
    process.stdout.write(stdout);`;
  const command = ["nice", "-n", "15", process.execPath, "--input-type=module", "--eval", script];
  // Who may raise any priority, as root does, drops that right.
  const dropped = (await mayRaisePriority())
    ? ["setpriv", "--bounding-set=-sys_nice", "--inh-caps=-sys_nice", "--"]
    : [];
  const [program, ...args] = [...dropped, ...command];
  const { stdout } = await promisify(execFile)(program!, args);
  expect(Number(stdout)).toBeGreaterThanOrEqual(15);
});
