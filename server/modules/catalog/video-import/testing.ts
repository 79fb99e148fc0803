import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TestPerson } from "../../../testing/harness.ts";
import { call, editor } from "../editing/testing.ts";

/** Imports of videos through the API, as an editor's page calls it. */

export interface Item {
  id: string;
  fileName: string;
  mainId: string | null;
  angle: string;
  state: string;
  errorReason: string | null;
  classId: string | null;
  title: string;
  description: string;
  level: string;
  style: string;
  instructor: string;
  categories: string[];
  recordedAt: string | null;
  songId: string | null;
  proposedSong: { title: string; artist: string | null; isrc: string | null } | null;
}
export const itemSelection = `{ id fileName mainId angle state errorReason classId title description level style instructor categories
  recordedAt songId proposedSong { title artist isrc } }`;
const defaults = {
  level: "beginner",
  type: "choreography",
  accessType: "free",
  style: "house",
  instructor: "demo-kofi",
  section: "learn",
};
export const start = async (more: object = {}, as = editor) => {
  const { data, codes } = await call<{ videoImportStart: { id: string } }>(
    `mutation ($defaults: VideoImportDefaults!) { videoImportStart(name: "Dropped", defaults: $defaults) { id } }`,
    { defaults: { ...defaults, ...more } },
    as,
  );
  expect(codes).toEqual([]);
  return data.videoImportStart.id;
};
const newPrint = () => createHash("sha256").update(randomUUID()).digest("hex");
export const file = (fileName: string, more: object = {}) => ({
  fileName,
  folder: "",
  sizeInBytes: 1000,
  fingerprint: newPrint(),
  ...more,
});
interface Added {
  outcome: string;
  classId: string | null;
  item: Item | null;
}
export const add = async (id: string, files: readonly object[], as = editor) => {
  const { data, errors } = await call<{ videoImportAddFiles: Added[] }>(
    `mutation ($id: ID!, $files: [VideoImportFileInput!]!) {
       videoImportAddFiles(id: $id, files: $files) { outcome classId item ${itemSelection} } }`,
    { id, files },
    as,
  );
  expect(errors).toEqual([]);
  return data.videoImportAddFiles;
};
export const itemsOf = async (id: string) =>
  (
    await call<{ videoImport: { items: Item[] } }>(
      `query ($id: ID!) { videoImport(id: $id) { items ${itemSelection} } }`,
      { id },
    )
  ).data.videoImport.items;
export const fill = async (id: string, itemIds: readonly string[], fields: object) => {
  const { data, errors } = await call<{
    videoImportFill: { changed: number; unchanged: number; refused: { reason: string }[] };
  }>(
    `mutation ($id: ID!, $itemIds: [ID!]!, $fields: VideoImportFields!) {
       videoImportFill(id: $id, itemIds: $itemIds, fields: $fields) { changed unchanged refused { reason } } }`,
    { id, itemIds, fields },
  );
  return errors[0]?.extensions.code ?? data.videoImportFill;
};
export const send = async (itemId: string, as: TestPerson = editor) => {
  const { data, codes } = await call<{
    videoImportSend: {
      isBegun: boolean;
      ticket: { sourceVideoId: string; tusUrl: string; ticket: string };
      item: Item;
    };
  }>(
    `mutation ($itemId: ID!) { videoImportSend(itemId: $itemId) {
       isBegun ticket { sourceVideoId tusUrl ticket } item ${itemSelection} } }`,
    { itemId },
    as,
  );
  expect(codes).toEqual([]);
  return data.videoImportSend;
};
