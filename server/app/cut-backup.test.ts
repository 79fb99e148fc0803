/** A backup that is killed while it copies files, as Kubernetes does at a deadline. */
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLibrary } from "../testing/factories.ts";
import { createTestDatabase } from "../testing/harness.ts";
import { startProgram, urlOfDatabase } from "../testing/program.ts";

type Database = Awaited<ReturnType<typeof createTestDatabase>>;
const files = 40;
let [source, target]: (Database | undefined)[] = [];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "eightcount-cut-"));
  source = await createTestDatabase();
  target = await createTestDatabase();
  const pool = new pg.Pool(source.connection);
  await createLibrary(pool);
  await pool.end();
  const media = join(folder, "data/media");
  await mkdir(media, { recursive: true });
  for (let at = 10; at < 10 + files; at += 1) await writeFile(join(media, `${at}.txt`), `file ${at}`);
});
afterAll(async () => {
  await source?.drop();
  await target?.drop();
  await rm(folder, { recursive: true, force: true });
});

const run = (program: "backup" | "restore", database: Database, ...args: string[]) =>
  startProgram(
    {
      DATABASE_URL: urlOfDatabase(database.connection),
      DATA_DIR: join(folder, program === "backup" ? "data" : "restored"),
    },
    args,
    undefined,
    `server/app/${program}.ts`,
  );
const backUp = () => run("backup", source!, `--to=${folder}/backups`);
const restore = (...args: string[]) => run("restore", target!, `--from=${folder}/backups`, ...args).ended;
async function linesListed(): Promise<number> {
  const names = await readdir(join(folder, "backups")).catch(() => []);
  const list = names.find((name) => name.endsWith(".files"));
  return list ? (await readFile(join(folder, "backups", list), "utf8")).split("\n").length - 1 : 0;
}

test("a killed backup leaves rows that can be restored alone, and the next one copies only what is missing", async () => {
  // The last file by its name, and so large that the backup is still copying it when it is killed.
  const large = join(folder, "data/media/large.mp4");
  const handle = await open(large, "w");
  await handle.truncate(2 ** 40);
  await handle.close();
  const cut = backUp();
  await expect.poll(linesListed, { timeout: 60_000, interval: 50 }).toBe(files);
  await cut.kill();

  expect(await restore()).toMatchObject({
    code: 1,
    complained: expect.stringContaining("No backup in") as string,
  });
  const rows = await restore("--rows-only");
  expect(rows).toMatchObject({ code: 0, said: expect.stringMatching(/and no file/) as string });
  const pool = new pg.Pool(target!.connection);
  const { rowCount } = await pool.query("select from catalog.instructors");
  await pool.end();
  expect(rowCount).toBeGreaterThan(0);

  await rm(large);
  const next = await backUp().ended;
  expect(next).toMatchObject({
    code: 0,
    said: expect.stringContaining("and 40 files, 0 of them copied") as string,
  });
  const left = await readdir(join(folder, "backups"), { recursive: true });
  expect(left.filter((name) => /\.(part|rows\.json)$/.test(name))).toEqual([]);
  expect(left.filter((name) => name.endsWith(".rows.gz"))).toHaveLength(1);
  expect(await restore()).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, "restored/media/10.txt"), "utf8")).toBe("file 10");
});
