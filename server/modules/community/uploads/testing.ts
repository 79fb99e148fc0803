/** Client helpers for upload tests: create, send by tus, query. */
import { expect } from "vitest";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { create, patch } from "../../../testing/tus.ts";

export interface Ticket {
  tusUrl: string;
  ticket: string;
  videoUpload: { id: string; availability: string; isHeld: boolean; moderationStatus: string };
}
export const open = async (server: TestServer, as: TestPerson, sizeInBytes: number, more: object = {}) => {
  const { data, errors } = await server.graphql<{ createVideoUpload: Ticket }>(
    `mutation ($sizeInBytes: Float!, $trimStartMs: Int, $trimEndMs: Int, $audience: Audience) {
      createVideoUpload(fileName: "dance.mp4", description: "Third try", sizeInBytes: $sizeInBytes, trimStartMs: $trimStartMs, trimEndMs: $trimEndMs, audience: $audience) {
        tusUrl ticket videoUpload { id availability isHeld moderationStatus } } }`,
    { sizeInBytes, ...more },
    { as },
  );
  return { ticket: data?.createVideoUpload, errors: errors.map(({ extensions }) => extensions) };
};
export interface Read {
  availability: string;
  encodingStatus: string;
  errorReason: string | null;
  durationInMs: number | null;
  thumbnailUrl: string | null;
  playback: { hlsUrl: string } | null;
}
export const read = async (server: TestServer, id: string, as?: TestPerson) =>
  (
    await server.graphql<{ videoUpload: Read | null }>(
      `query ($id: ID!) { videoUpload(id: $id) { availability encodingStatus errorReason durationInMs thumbnailUrl playback { hlsUrl } } }`,
      { id },
      as ? { as } : {},
    )
  ).data!.videoUpload;
/** Polls until a video is ready or rejected. */
export const settled = async (server: TestServer, id: string, as: TestPerson): Promise<Read> => {
  for (;;) {
    const found = await read(server, id, as);
    if (found && ["available", "error"].includes(found.availability)) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};
export const send = async (ticket: Ticket, person: TestPerson, content: Uint8Array) => {
  const location = (await create(ticket, person, content.length)).headers.get("location")!;
  expect((await patch(location, person, 0, content)).status).toBe(204);
};
