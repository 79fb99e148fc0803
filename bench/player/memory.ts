/**
 * Memory growth of an hour of practice: a loop that mirrors and climbs the tempo ladder, with both angles and time-stretched
 * sound, after garbage collection.
 */
import type { Page } from "@playwright/test";
import { playClass, report, slug } from "./stage.ts";

const minutes = Number(process.env["MINUTES"] ?? 15);

/** Prints the growth between the first and the last third, scaled to an hour. */
export async function measureMemory(page: Page): Promise<void> {
  await playClass(page, "?t=34.2");
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "60", exact: true, includeHidden: true }).dispatchEvent("click");
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  const looks: { minute: number; heap: number; nodes: number }[] = [];
  const begun = performance.now();
  while (performance.now() - begun < minutes * 60_000) {
    await page.waitForTimeout(20_000);
    // Back down the ladder once it has been climbed, mirroring in between.
    await page.keyboard.press("b");
    const atTop = page.getByRole("button", { name: "100", exact: true, includeHidden: true });
    if ((await atTop.getAttribute("aria-pressed")) === "true")
      await page.getByRole("button", { name: "60", exact: true, includeHidden: true }).dispatchEvent("click");
    await session.send("HeapProfiler.collectGarbage");
    const {
      usedSize,
      embedderHeapUsedSize = 0,
      backingStorageSize = 0,
    } = (await session.send("Runtime.getHeapUsage")) as {
      usedSize: number;
      embedderHeapUsedSize?: number;
      backingStorageSize?: number;
    };
    const { nodes } = await session.send("Memory.getDOMCounters");
    const minute = (performance.now() - begun) / 60_000;
    looks.push({ minute, heap: (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6, nodes });
  }
  const third = Math.ceil(looks.length / 3);
  const medianOf = (key: "minute" | "heap" | "nodes", some: typeof looks) =>
    some.map((one) => one[key]).toSorted((a, b) => a - b)[Math.floor(some.length / 2)]!;
  const early = looks.slice(0, third);
  const late = looks.slice(-third);
  const span = medianOf("minute", late) - medianOf("minute", early);
  const perHour = (key: "heap" | "nodes") => ((medianOf(key, late) - medianOf(key, early)) / span) * 60;
  process.stdout.write(
    `memory over ${minutes} minutes of /class/${slug}: ${early[0]!.heap.toFixed(1)} MB at first, ${late.at(-1)!.heap.toFixed(1)} MB at last\n`,
  );
  report("memory: growth as of an hour, MB", [perHour("heap")], "50");
  report("memory: nodes more as of an hour", [perHour("nodes")], "0");
}
