import { randomUUID } from "node:crypto";
import { all, open, staff } from "../rules.ts";
import type { Operations } from "../rules.ts";

const songInput = () => ({
  title: `Song ${randomUUID()}`,
  artist: "The Demo Section",
  rights: "own",
  isExplicit: false,
});

/** Songs of the library, and of its classes. */
export const songs: Operations = {
  Query: {
    song: { rule: all("null"), args: () => ({ slug: "no-song" }) },
    songs: { rule: open },
    songInitials: { rule: open },
    royaltyReport: { rule: staff("editor", "finance") },
    editedSongs: { rule: staff("editor", "teacher") },
    editedSong: {
      rule: staff("editor", "teacher"),
      target: "id",
      args: async ({ make }) => ({ id: await make.song() }),
    },
  },
  Mutation: {
    createSong: { rule: staff("editor", "teacher"), args: () => ({ input: songInput() }) },
    changeSong: {
      rule: staff("editor"),
      target: "id",
      args: async ({ make }) => ({ id: await make.song(), input: songInput() }),
    },
    mergeSongs: {
      rule: staff("editor"),
      target: "into",
      args: async ({ make }) => ({ from: [await make.song()], into: await make.song() }),
    },
    deleteSong: {
      rule: staff("editor"),
      target: "id",
      args: async ({ make }) => ({ id: await make.song() }),
    },
    setClassSongs: {
      rule: staff("editor", "teacher"),
      target: "classId",
      args: async ({ make }) => ({ classId: await make.draft(), songs: [{ songId: await make.song() }] }),
    },
  },
};
