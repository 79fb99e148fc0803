import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { create, patch, tus } from "../../testing/tus.ts";
import type { FileTicket } from "../../testing/tus.ts";
import { purgeAbandoned } from "../media/uploads/uploads.ts";
import { open } from "./uploads/testing.ts";

let server: TestServer;
let author: TestPerson;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  author = await server.member();
});
afterAll(() => server?.stop());

const length = 100;
async function ticketOf(): Promise<FileTicket> {
  await server.pool.query(
    "update media.uploads set ended_at = now(), requested_at = now() - interval '2 days'",
  );
  const { ticket, errors } = await open(server, author, length);
  expect(errors).toEqual([]);
  return ticket!;
}
async function begin(): Promise<string> {
  return (await create(await ticketOf(), author, length)).headers.get("location")!;
}
const metadata = (ticket: FileTicket) => `ticket ${Buffer.from(ticket.ticket).toString("base64")}`;
const piece = (
  url: string,
  headers: Record<string, string>,
  body: Uint8Array = new Uint8Array(10),
): Promise<Response> =>
  tus(
    url,
    "PATCH",
    author,
    { "upload-offset": "0", "content-type": "application/offset+octet-stream", ...headers },
    body,
  );

describe("OPTIONS", () => {
  test.each(["/uploads", "/uploads/00000000-0000-4000-8000-000000000000"])(
    "%s returns the server's capabilities without authentication",
    async (path) => {
      const answer = await server.fetch(path, { method: "OPTIONS" });
      expect(answer.status).toBe(204);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "tus-resumable": "1.0.0",
        "tus-version": "1.0.0",
        "tus-extension": "creation,creation-with-upload,termination",
        "tus-max-size": String(64 * 1024 ** 3),
      });
    },
  );
});

describe("every request", () => {
  test.each(["0.2.2", "2.0.0", ""])(
    "with Tus-Resumable %j returns 412 and the supported version",
    async (given) => {
      const url = await begin();
      for (const method of ["HEAD", "PATCH", "DELETE"]) {
        const answer = await tus(url, method, author, { "tus-resumable": given });
        expect([answer.status, answer.headers.get("tus-version")]).toEqual([412, "1.0.0"]);
      }
      expect((await tus(url, "HEAD", author)).headers.get("upload-offset")).toBe("0");
    },
  );

  test("returns Tus-Resumable, also with errors", async () => {
    const url = await begin();
    // One after another: two requests at once for an upload are refused with 423.
    const answers = [
      await tus(url, "HEAD", author),
      await tus(url, "HEAD", null),
      await patch(url, author, 50, new Uint8Array(1)),
      await tus(`${server.url}/uploads/00000000-0000-4000-8000-000000000000`, "HEAD", author),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 409, 404]);
    expect(answers.map(({ headers }) => headers.get("tus-resumable"))).toEqual(Array(4).fill("1.0.0"));
  });
});

describe("creation", () => {
  test("rejects a deferred, missing, negative or different length", async () => {
    const ticket = await ticketOf();
    const cases: Record<string, string>[] = [
      { "upload-defer-length": "1" },
      {},
      { "upload-length": "-1" },
      { "upload-length": "101" },
    ];
    for (const headers of cases)
      expect(
        (await tus(ticket.tusUrl, "POST", author, { ...headers, "upload-metadata": metadata(ticket) }))
          .status,
      ).toBe(400);
  });

  test("rejects concatenation", async () => {
    for (const concat of ["partial", "final;/uploads/a /uploads/b"]) {
      const ticket = await ticketOf();
      const answer = await tus(ticket.tusUrl, "POST", author, {
        "upload-length": String(length),
        "upload-concat": concat,
        "upload-metadata": metadata(ticket),
      });
      expect(answer.status).toBe(501);
    }
  });

  test("accepts the first chunk in the creation request", async () => {
    const ticket = await ticketOf();
    const answer = await tus(
      ticket.tusUrl,
      "POST",
      author,
      {
        "upload-length": String(length),
        "upload-metadata": metadata(ticket),
        "content-type": "application/offset+octet-stream",
      },
      new Uint8Array(40),
    );
    expect([answer.status, answer.headers.get("upload-offset")]).toEqual([201, "40"]);
  });
});

describe("HEAD", () => {
  test("returns offset and length, and forbids caching", async () => {
    const url = await begin();
    await patch(url, author, 0, new Uint8Array(30));
    const { status, headers } = await tus(url, "HEAD", author);
    expect(status).toBe(200);
    expect(headers.get("upload-offset")).toBe("30");
    expect(headers.get("upload-length")).toBe("100");
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

describe("PATCH", () => {
  test.each(["application/octet-stream", "application/json", "application/offset+octet-stream; x=1"])(
    "with Content-Type %s returns 415 before the body is read",
    async (type) => {
      const url = await begin();
      const answer = await piece(url, { "content-type": type }, new Uint8Array(5000));
      expect(answer.status).toBe(415);
      expect((await tus(url, "HEAD", author)).headers.get("upload-offset")).toBe("0");
    },
  );

  test.each([
    ["1", 409],
    ["101", 409],
    ["-1", 400],
    ["0x0", 400],
    ["1e1", 400],
    ["", 400],
  ])("with Upload-Offset %j returns %d and changes nothing", async (offset, status) => {
    const url = await begin();
    expect((await piece(url, { "upload-offset": offset })).status).toBe(status);
    expect((await tus(url, "HEAD", author)).headers.get("upload-offset")).toBe("0");
  });

  test("with a checksum returns 400, since checksums aren't supported", async () => {
    const url = await begin();
    const answer = await piece(url, { "upload-checksum": "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=" });
    expect(answer.status).toBe(400);
    expect((await tus(url, "HEAD", author)).headers.get("upload-offset")).toBe("0");
  });

  test("beyond the length returns 413", async () => {
    const url = await begin();
    expect((await piece(url, {}, new Uint8Array(length + 1))).status).toBe(413);
  });

  test("can't change the length", async () => {
    const url = await begin();
    expect((await piece(url, { "upload-length": "1000" })).status).toBe(400);
  });
});

test("DELETE terminates an upload, which is gone afterwards", async () => {
  const url = await begin();
  await patch(url, author, 0, new Uint8Array(30));
  expect((await tus(url, "DELETE", author)).status).toBe(204);
  expect([404, 410]).toContain((await tus(url, "HEAD", author)).status);
  expect([404, 410]).toContain((await patch(url, author, 30, new Uint8Array(1))).status);
});

test("returns 410 for an expired upload, to its owner only", async () => {
  const url = await begin();
  now += 25 * 60 * 60_000;
  await purgeAbandoned(server.ctx());
  expect((await tus(url, "HEAD", author)).status).toBe(410);
  expect((await patch(url, author, 0, new Uint8Array(1))).status).toBe(410);
  expect((await tus(url, "HEAD", await server.member())).status).toBe(404);
});
