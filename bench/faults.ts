/**
 * Breaks one part of a studio on several processes after another while people use it: two api servers, two workers, PostgreSQL behind
 * PgBouncer, a replica that is promoted, Redis, and a store. Prints what people saw and what was lost, and fails if anything was. Takes
 * ten minutes, or twenty with `--long`. Filling the workers' disks needs the right to mount.
 *
 *     npm run bench -- faults [--store=ceph] [--long] [parts of faults' names]
 *
 * With `--store=ceph` the store is a real one: Ceph's S3 gateway, of Debian's packages ceph-mon, ceph-osd and radosgw.
 * With `--long` the store is also away for ten minutes.
 */
import { parseArgs } from "node:util";
import { startCeph } from "../server/testing/ceph.ts";
import { startTestDatabase } from "../server/testing/harness.ts";
import { drill } from "../server/testing/drill/drill.ts";
import type { Outcome } from "../server/testing/drill/drill.ts";
import { faults, storeAwayLong } from "../server/testing/drill/faults.ts";

const { values, positionals } = parseArgs({
  options: { store: { type: "string", default: "own" }, long: { type: "boolean", default: false } },
  allowPositionals: true,
});
if (!["own", "ceph"].includes(values.store)) throw new Error("--store takes own or ceph.");
const row = (cells: readonly string[]) => {
  const widths = [46, 8, 9, 9, 11] as const;
  process.stdout.write(
    `${cells.map((cell, at) => (at < widths.length ? cell.padEnd(widths[at]!) : cell)).join("  ")}\n`,
  );
};
const show = ({ fault, answers, errors, maxWait, wellAfter, publishedAfter, lost }: Outcome) => {
  const count = [...errors.values()].reduce((sum, one) => sum + one, 0);
  row([
    fault,
    String(answers),
    `${maxWait.toFixed(1)} s`,
    `${wellAfter.toFixed(1)} s`,
    publishedAfter === null ? "never" : `${publishedAfter.toFixed(0)} s`,
    lost.length === 0 ? "nothing" : lost.join(", "),
    count === 0 ? "none" : [...errors].map(([name, times]) => `${times} × ${name}`).join(", "),
  ]);
};

const began = performance.now();
const stopDatabase = await startTestDatabase();
try {
  row(["fault", "answers", "longest", "well", "video", "lost     errors, each tried again"]);
  const outcomes = await drill(
    [...faults(), ...(values.long ? [storeAwayLong] : [])].filter(
      ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
    ),
    {
      workers: 2,
      videoSeconds: 20,
      onOutcome: show,
      ...(values.store === "ceph" ? { startStore: startCeph } : {}),
    },
  );
  const lost = outcomes.flatMap((outcome) => outcome.lost);
  process.stdout.write(
    `${((performance.now() - began) / 1000).toFixed(0)} s. longest: from a person's first try to the answer; well: last error after the end of the fault; video: uploaded through the fault, until it is published.\n`,
  );
  if (lost.length > 0) process.exitCode = 1;
} finally {
  await stopDatabase();
}
