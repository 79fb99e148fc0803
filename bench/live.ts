/**
 * A thousand live streams of four api processes, while Redis is killed and started. Every number that is watched changes again and
 * again; prints how long after each change streams show it, and fails if one doesn't within half a minute, or if a stream ends.
 * All processes and the streams' clients share this machine. Takes about two minutes.
 *
 *     npm run bench -- live [--streams=1000] [--processes=4]
 */
import { parseArgs } from "node:util";
import { createTestDatabase, startTestDatabase } from "../server/testing/harness.ts";
import { startLiveCrowd } from "../server/testing/live-crowd.ts";
import type { LiveCrowd } from "../server/testing/live-crowd.ts";

const { values } = parseArgs({
  options: { streams: { type: "string", default: "1000" }, processes: { type: "string", default: "4" } },
});
const changes = 3;
const withinMs = 30_000;

const stopDatabase = await startTestDatabase();
const database = await createTestDatabase();
let crowd: LiveCrowd | null = null;
try {
  crowd = await startLiveCrowd(database.connection, {
    processes: Number(values.processes),
    streams: Number(values.streams),
  });
  // The first change warms up.
  await crowd.change(withinMs);
  const rows = [
    await phase(crowd, "with Redis", changes),
    await phase(crowd, "as Redis is killed", 1, () => crowd!.redis.kill()),
    await phase(crowd, "without Redis", changes),
    await phase(crowd, "as Redis is started", 1, () => crowd!.redis.start()),
    await phase(crowd, "with Redis again", changes),
  ];
  console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, row])));
  const ratio = rows[2]!["p99 ms"] / rows[0]!["p99 ms"];
  process.stdout.write(
    `p99 without Redis to that with it: ${ratio.toFixed(2)}. ${crowd.ended()} streams ended.\n`,
  );
  if (crowd.ended() > 0 || rows.some(({ missed }) => missed > 0)) process.exitCode = 1;
} finally {
  await crowd?.end();
  await database.drop();
  await stopDatabase();
}

/** Changes every number several times. @param begin breaks or mends something first */
async function phase(
  live: LiveCrowd,
  name: string,
  times: number,
  begin: () => Promise<unknown> = async () => {},
) {
  await begin();
  const found: (number | null)[] = [];
  for (let change = 0; change < times; change += 1) found.push(...(await live.change(withinMs)));
  const shown = found.filter((time) => time !== null).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(shown[Math.floor((shown.length - 1) * share)] ?? Number.NaN);
  return {
    name,
    shown: shown.length,
    missed: found.length - shown.length,
    "p50 ms": at(0.5),
    "p99 ms": at(0.99),
    "longest ms": at(1),
  };
}
