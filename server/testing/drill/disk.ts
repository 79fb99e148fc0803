import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether this process may mount a file system: tries it, since root in a container often may not. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "eightcount-mount-"));
  try {
    run("mount", "--types", "tmpfs", "--options", "size=1m", "tmpfs", folder);
  } catch {
    return false;
  } finally {
    spawnSync("umount", ["--lazy", folder]);
    rmdirSync(folder);
  }
  return true;
}

/** A disk of a process that a drill fills. */
export interface DrillDisk {
  /** Fills it to the last byte, or frees that space again. */
  setFull(isFull: boolean): void;
  unmount(): void;
}

const diskMb = 512;

/** Mounts a small disk, in memory, at a folder. @throws Error if that isn't allowed */
export function mountDisk(folder: string): DrillDisk {
  mkdirSync(folder, { recursive: true });
  run("mount", "--types", "tmpfs", "--options", `size=${diskMb}m`, "tmpfs", folder);
  const ballast = join(folder, "ballast");
  return {
    setFull: (isFull) => (isFull ? fill(ballast) : rmSync(ballast, { force: true })),
    // Lazily: a program of a killed worker may still use it.
    unmount: () => run("umount", "--lazy", folder),
  };
}

function fill(file: string): void {
  const descriptor = openSync(file, "w");
  try {
    for (let bytes = 1024 ** 2; bytes >= 1;) {
      try {
        writeSync(descriptor, Buffer.alloc(bytes));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        bytes = Math.floor(bytes / 2);
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

function run(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}
