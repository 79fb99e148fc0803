/** What a dancer, an editor and an operator do with the composed studio. Each returns what was measured. @throws Error if it doesn't work */
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { classInput } from "../../server/testing/class-input.ts";
import { makeSample } from "../../server/testing/media-samples.ts";
import { create, patch } from "../../server/testing/tus.ts";
import type { FileTicket } from "../../server/testing/tus.ts";
import { underTraffic } from "./client.ts";
import type { Admin, Traffic } from "./client.ts";
import { podman } from "./engine.ts";
import type { Studio } from "./engine.ts";

const servers = ["api", "api-2"];
/** The engine ends a process after this grace period; milliseconds. */
const graceMs = 30_000;

/** An answer's data. @throws Error if it has errors */
async function dataOf<Data>(asked: Promise<{ data: unknown; errors: readonly unknown[] }>): Promise<Data> {
  const { data, errors } = await asked;
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return data as Data;
}

const describe = ({ answers, failures, maxAnswerMs }: Traffic): string =>
  `${answers} answers, the slowest after ${(maxAnswerMs / 1000).toFixed(1)} s, failed: ${JSON.stringify(failures)}`;

function refuseFailures(traffic: Traffic): string {
  if (Object.keys(traffic.failures).length > 0) throw new Error(describe(traffic));
  return describe(traffic);
}

/** Writes a draft of a class with one part. @returns its id */
export async function writeDraft(admin: Admin, seconds: number): Promise<string> {
  const instructor = await dataOf<{ createInstructor: { slug: string } }>(
    admin.graphql(`mutation { createInstructor(input: { name: "Demo Imani" }) { slug } }`),
  );
  const style = await dataOf<{ createStyle: { slug: string } }>(
    admin.graphql(`mutation { createStyle(name: "Tap") { slug } }`),
  );
  const input = {
    ...classInput,
    style: style.createStyle.slug,
    instructor: instructor.createInstructor.slug,
    parts: [{ title: "Full out", kind: "full_out", startMs: 0, endMs: seconds * 1000 }],
  };
  const made = await dataOf<{ createClass: { id: string } }>(
    admin.graphql(
      `mutation ($input: ClassInput!) { createClass(input: $input, idempotencyKey: "first") { id } }`,
      { input },
    ),
  );
  return made.createClass.id;
}

/** Uploads a class's front view in one request. @returns megabytes and seconds */
export async function uploadClass(
  admin: Admin,
  classId: string,
  folder: string,
  seconds: number,
): Promise<string> {
  const options = "-b:v 40M -minrate 40M -maxrate 40M -bufsize 40M -x264-params nal-hrd=cbr".split(" ");
  const content = await readFile(
    await makeSample(folder, "front.mp4", { seconds, size: "1280x720", options }),
  );
  const { startClassSourceVideo: ticket } = await dataOf<{ startClassSourceVideo: FileTicket }>(
    admin.graphql(
      `mutation ($classId: ID!, $size: Float!) {
        startClassSourceVideo(classId: $classId, angle: front, fileName: "front.mp4", sizeInBytes: $size) { tusUrl ticket } }`,
      { classId, size: content.length },
    ),
  );
  const began = performance.now();
  const begun = await create(ticket, admin.person, content.length);
  const location = begun.headers.get("location");
  if (!location) throw new Error(`The upload was refused: ${begun.status}`);
  const { status } = await patch(location, admin.person, 0, content);
  if (status !== 204) throw new Error(`The upload was answered with ${status}`);
  return `${(content.length / 1e6).toFixed(0)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s`;
}

/** Listens for changes of a class until it is available; restarts the worker once encoding has begun. @returns changes and seconds */
export async function followTranscode(studio: Studio, admin: Admin, classId: string): Promise<string> {
  const began = performance.now();
  const { next, close } = await admin.subscribe(
    "subscription ($classId: ID!) { editedClassChanged(classId: $classId) { isAvailable encodingPercent errorReason } }",
    { classId },
  );
  let [changes, restarted] = [0, null as Promise<string> | null];
  try {
    for (;;) {
      const change = await next();
      if (change === null) throw new Error("The stream ended");
      const { editedClassChanged: now } = change.data as unknown as {
        editedClassChanged: {
          isAvailable: boolean;
          encodingPercent: number | null;
          errorReason: string | null;
        };
      };
      changes += 1;
      if (now.errorReason) throw new Error(now.errorReason);
      if (!restarted && now.encodingPercent !== null) restarted = studio.compose("restart", "worker");
      if (now.isAvailable) break;
    }
    if (!restarted) throw new Error("The worker wasn't restarted, as encoding wasn't seen");
    await restarted;
  } finally {
    close();
  }
  const took = ((performance.now() - began) / 1000).toFixed(0);
  return `${changes} changes by server-sent events, the worker restarted, available after ${took} s`;
}

/** Publishes a class and fetches its first segment. @returns bytes */
export async function playClass(admin: Admin, classId: string): Promise<string> {
  await dataOf(
    admin.graphql("mutation ($classId: ID!) { publishClass(classId: $classId) { id } }", { classId }),
  );
  const { editedClass } = await dataOf<{ editedClass: { playback: { hlsUrl: string } } }>(
    admin.graphql("query ($classId: ID!) { editedClass(classId: $classId) { playback { hlsUrl } } }", {
      classId,
    }),
  );
  const listed = async (url: string): Promise<string> => {
    const text = await (await fetch(url)).text();
    const line = text.split("\n").find((one) => one && !one.startsWith("#"));
    if (!line) throw new Error(`No entry in ${text}`);
    return new URL(line, url).href;
  };
  const segment = await fetch(await listed(await listed(editedClass.playback.hlsUrl)));
  if (!segment.ok) throw new Error(`The segment was answered with ${segment.status}`);
  return `a segment of ${(await segment.arrayBuffer()).byteLength} bytes`;
}

/** Stops one server under traffic and starts it again. @returns what visitors were answered */
export async function stopOneServer(studio: Studio): Promise<string> {
  let took = 0;
  const traffic = await underTraffic(studio, async () => {
    const began = performance.now();
    await studio.compose("stop", "api");
    took = performance.now() - began;
    await sleep(3_000);
    await studio.compose("start", "api");
    await studio.healthy("api");
  });
  if (took > graceMs) throw new Error(`It took ${took} ms to stop`);
  return `stopped within ${(took / 1000).toFixed(1)} s; ${refuseFailures(traffic)}`;
}

/** Updates to another image under traffic. @returns what visitors were answered */
export async function updateStudio(studio: Studio): Promise<string> {
  const idOf = (name: string) => podman("inspect", "--format", "{{.Image}}", studio.container(name));
  const before = await Promise.all([...servers, "worker"].map(idOf));
  const traffic = await underTraffic(studio, () => studio.update());
  const after = await Promise.all([...servers, "worker"].map(idOf));
  if (after.some((id) => before.includes(id))) throw new Error("A container has the former image");
  await studio.healthy(...servers, "worker");
  return refuseFailures(traffic);
}

/** Makes a backup, and restores it into empty volumes. @param classId is there after that */
export async function backUpAndRestore(studio: Studio, admin: Admin, classId: string): Promise<string> {
  const began = performance.now();
  await studio.exec("worker", "node", "server/app/backup.ts", "--to=/backups");
  await studio.compose("stop", ...servers, "worker");
  await studio.compose("rm", "--force", "--stop", ...servers, "worker", "migrate", "postgres");
  await podman("volume", "rm", studio.volume("database"), studio.volume("media"));
  await studio.compose("up", "--detach", "--wait", "postgres");
  await studio.compose("up", "--no-deps", "--exit-code-from", "migrate", "migrate");
  // Without `--rm`, with which Podman loses the exit code.
  const name = studio.container("restore");
  const inContainer = ["run", "-T", "--no-deps", "--name", name, "--entrypoint", "node", "migrate"];
  const said = await studio.compose(...inContainer, "server/app/restore.ts", "--from=/backups");
  if (!said.startsWith("Restored backup ")) throw new Error(`The restore said: ${said}`);
  await podman("rm", name);
  await studio.compose("up", "--detach");
  await studio.healthy(...servers, "worker");
  const played = await playClass(admin, classId);
  return `${((performance.now() - began) / 1000).toFixed(0)} s, then ${played}`;
}

/** Counts attempts until an address is limited, with a forged header each; another address isn't. */
export async function limitByAddress(studio: Studio): Promise<string> {
  const url = `${studio.url}/api/auth/sign-in/anonymous`;
  const headers = { "content-type": "application/json", origin: studio.url };
  const attempt = async (at: number) =>
    (
      await fetch(url, {
        method: "POST",
        body: "{}",
        headers: { ...headers, "x-forwarded-for": `203.0.113.${at}` },
      })
    ).status;
  let attempts = 1;
  for (let status = await attempt(1); status !== 429; status = await attempt(attempts)) {
    if (status !== 200) throw new Error(`A visitor got ${status}`);
    if ((attempts += 1) > 200) throw new Error("An address isn't limited");
  }
  // A container has an address of its own, and reaches Caddy by its name in the network.
  const request = {
    host: "front",
    servername: "localhost",
    path: "/api/auth/sign-in/anonymous",
    method: "POST",
    rejectUnauthorized: false,
    agent: false,
    headers: { ...headers, host: new URL(studio.url).host },
  };
  const script = `require("node:https").request(${JSON.stringify(request)}, (answer) => console.log(answer.resume().statusCode)).end("{}")`;
  const other = await studio.exec("worker", "node", "--eval", script);
  if (other.trim() !== "200") throw new Error(`Another address got ${other.trim()}`);
  return `limited after ${attempts} attempts with forged headers; another address isn't`;
}

/** Stops all and starts all. @returns how long until each is healthy */
export async function restartAll(studio: Studio): Promise<string> {
  await studio.compose("stop");
  const began = performance.now();
  await studio.compose("start");
  await studio.healthy("postgres", ...servers, "worker");
  return `healthy ${((performance.now() - began) / 1000).toFixed(0)} s after the start`;
}

/** Prints the logs' warnings and errors, other than those of an unfinished setup. @returns how many there are */
export async function readLogs(studio: Studio): Promise<string> {
  const expected = /SMTP_URL|payment provider|name a seller|isn't open/;
  const lines = (await Promise.all([...servers, "worker"].map((name) => studio.logs(name))))
    .join("")
    .split("\n");
  const warnings = lines.filter((line) => /"level":"(warn|error|fatal)"/.test(line) && !expected.test(line));
  for (const line of new Set(warnings)) process.stderr.write(`${line}\n`);
  return `${warnings.length} warnings`;
}
