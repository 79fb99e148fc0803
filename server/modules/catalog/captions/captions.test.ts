import { expect, test } from "vitest";
import { call, draft, editor, read, server, startEditing, startUpload } from "../editing/testing.ts";

startEditing();

/** A draft whose front video is being uploaded. */
const filmed = async (): Promise<string> => {
  const { id } = await draft({ title: "Captioned" });
  await startUpload(id, "front", 1000);
  return id;
};
const send = async (
  classId: string,
  content: string | Uint8Array,
  { language = "en", headers = {} }: { language?: string; headers?: Record<string, string> } = {},
) => {
  const answer = await server.fetch(`/studio/classes/${classId}/captions/${language}`, {
    method: "PUT",
    headers: { "x-auth-token": `Bearer ${await editor.token()}`, "content-type": "text/plain", ...headers },
    body: content,
  });
  return {
    status: answer.status,
    etag: answer.headers.get("etag"),
    error: answer.ok ? null : ((await answer.json()) as { error: { code: string; message: string } }).error,
  };
};
const fetched = async (classId: string, language = "en", as = editor) => {
  const answer = await server.fetch(`/studio/classes/${classId}/captions/${language}`, {
    headers: { "x-auth-token": `Bearer ${await as.token()}` },
  });
  return { status: answer.status, etag: answer.headers.get("etag"), text: await answer.text() };
};

test("stores SubRip in UTF-16 as WebVTT, and gives it back to editors", async () => {
  const id = await filmed();
  const sent = await send(
    id,
    Buffer.from("\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\nGrüße\r\n", "utf16le"),
  );
  expect(sent.status).toBe(204);
  expect(await fetched(id)).toEqual({
    status: 200,
    etag: sent.etag,
    text: "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nGrüße\n",
  });
  expect((await fetched(id, "de")).status).toBe(404);
  expect((await fetched(id, "en", await server.member())).status).toBe(404);
});

test("says in which line of a file something is wrong", async () => {
  const id = await filmed();
  const { error } = await send(id, "1\n00:00:01,000 --> soon\nA\n");
  expect(error).toMatchObject({ code: "BAD_INPUT", message: "Line 2: this time can’t be read." });
  expect((await send(id, "Five, six, seven")).error?.message).toBe(
    "Captions must be a .vtt, .srt, or .ass file.",
  );
  expect((await read(id)).captions).toEqual([]);
});

test("lets no editor replace what another one has just saved", async () => {
  const id = await filmed();
  const written = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;
  const first = await send(id, written("First"), { headers: { "if-none-match": "*" } });
  expect(first.status).toBe(204);
  expect((await send(id, written("Also first"), { headers: { "if-none-match": "*" } })).error?.code).toBe(
    "CHANGED_MEANWHILE",
  );
  const second = await send(id, written("Second"), { headers: { "if-match": first.etag! } });
  expect(second.status).toBe(204);
  const late = await send(id, written("Late"), { headers: { "if-match": first.etag! } });
  expect([late.status, late.error?.code]).toEqual([409, "CHANGED_MEANWHILE"]);
  expect((await fetched(id)).text).toContain("Second");
  await call(`mutation ($id: ID!) { removeCaptions(classId: $id, language: "en") { id } }`, { id });
  expect((await send(id, written("Third"), { headers: { "if-match": second.etag! } })).status).toBe(409);
});

test("keeps captions from before a trimmed start when others are corrected, unless a file replaces all", async () => {
  const id = await filmed();
  const [video] = (await read(id)).sourceVideos;
  const publishFrom = (ms: number) =>
    server.pool.query("update catalog.classes set cut_of = $2, cut_from_ms = $3 where id = $1", [
      id,
      video!.id,
      ms,
    ]);
  const hello = "00:00:01.000 --> 00:00:02.000\nHello";
  await send(id, `WEBVTT\n\n${hello}\n\n00:20.000 --> 00:21.000\nFive, sex\n`);
  await publishFrom(15_000);
  const trimmed = await fetched(id);
  expect(trimmed.text).toBe("WEBVTT\n\n00:00:05.000 --> 00:00:06.000\nFive, sex\n");
  const corrected = trimmed.text.replace("sex", "six");
  const saved = await send(id, corrected, { headers: { "if-match": trimmed.etag! } });
  expect(await fetched(id)).toEqual({ status: 200, etag: saved.etag, text: corrected });
  await publishFrom(0);
  expect((await fetched(id)).text).toBe(`WEBVTT\n\n${hello}\n\n00:00:20.000 --> 00:00:21.000\nFive, six\n`);
  await publishFrom(15_000);
  await send(id, corrected);
  await publishFrom(0);
  expect((await fetched(id)).text).not.toContain("Hello");
});

const written = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`;
const formerOf = async (id: string) =>
  (
    await call<{ editedClass: { formerCaptions: { id: string; language: string }[] } }>(
      "query ($id: ID!) { editedClass(classId: $id) { formerCaptions { id language } } }",
      { id },
    )
  ).data.editedClass.formerCaptions;
const restoreOf = (id: string, formerId: string) =>
  call("mutation ($id: ID!, $formerId: ID!) { restoreCaptions(classId: $id, formerId: $formerId) { id } }", {
    id,
    formerId,
  });

test("restores what was there before the first save by hand of a day", async () => {
  const id = await filmed();
  await send(id, written("From a file"));
  const save = async (text: string) => {
    const { etag } = await fetched(id);
    expect((await send(id, written(text), { headers: { "if-match": etag! } })).status).toBe(204);
  };
  await save("Corrected");
  await save("Corrected again");
  expect(await formerOf(id)).toHaveLength(1);
  await server.pool.query("update catalog.class_captions set edited_on = edited_on - 1 where class_id = $1", [
    id,
  ]);
  await save("The next day");
  const [yesterday, fromFile] = await formerOf(id);
  await restoreOf(id, yesterday!.id);
  expect((await fetched(id)).text).toContain("Corrected again");
  await restoreOf(id, fromFile!.id);
  expect((await fetched(id)).text).toContain("From a file");
  // What was restored is kept as well.
  await save("Once more");
  expect(await formerOf(id)).toHaveLength(3);
});

test("restores captions for 30 days that a file replaced or an editor removed", async () => {
  const id = await filmed();
  const former = () => formerOf(id);
  const restore = (formerId: string) => restoreOf(id, formerId);
  await send(id, written("Corrected again"), { headers: { "if-none-match": "*" } });
  expect(await former()).toEqual([]);
  await send(id, written("From a file"));
  const [byHand] = await former();
  expect(byHand!.language).toBe("en");
  expect((await restore(byHand!.id)).codes).toEqual([]);
  expect((await fetched(id)).text).toContain("Corrected again");
  expect((await restore(byHand!.id)).codes).toEqual(["NOT_FOUND"]);
  expect(await former()).toHaveLength(1);

  await call(`mutation ($id: ID!) { removeCaptions(classId: $id, language: "en") { id } }`, { id });
  const [removed] = await former();
  expect((await restore(removed!.id)).codes).toEqual([]);
  expect((await fetched(id)).text).toContain("Corrected again");

  await server.pool.query("update catalog.former_captions set replaced_at = now() - interval '31 days'");
  expect(await former()).toEqual([]);
});
