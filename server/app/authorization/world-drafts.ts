import { randomUUID } from "node:crypto";
import { countsKey } from "../../modules/catalog/beat/heard.ts";
import { findEdited } from "../../modules/catalog/editing/store.ts";
import { seal } from "../../platform/signature.ts";
import { createClass } from "../../testing/factories.ts";
import type { TestServer } from "../../testing/harness.ts";

/** A PNG image of one white pixel. */
export const whitePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAG7buVgAAAABJRU5ErkJggg==",
  "base64",
);

/** What the videos of the teacher's import begin with. */
export const importDefaults = {
  level: "beginner",
  type: "choreography",
  accessType: "free",
  style: "house",
  instructor: "demo-tess",
  section: "learn",
};

/** Makers of drafts and of what they are made of. */
export function draftMakersOf(server: TestServer) {
  /** A draft whose front and back are uploading. */
  const twoViews = async () => {
    const { id: classId } = await createClass(server.pool, { publishedAt: null, instructor: "demo-tess" });
    const sourceVideoId = randomUUID();
    await server.pool.query(
      `insert into catalog.class_films (class_id, angle, film_id, file_name, size_bytes)
         values ($1, 'front', $2, 'front.mp4', 1000), ($1, 'back', gen_random_uuid(), 'back.mp4', 1000)`,
      [classId, sourceVideoId],
    );
    await server.pool.query(
      "insert into media.fingerprints (source_video_id, duration_ms, onsets) values ($1, 1000, '\\x00')",
      [sourceVideoId],
    );
    return { classId, sourceVideoId };
  };
  /** A draft with a video. */
  const playableDraft = async () => {
    const { id } = await createClass(server.pool, {
      publishedAt: null,
      instructor: "demo-tess",
      isPlayable: true,
    });
    return id;
  };
  return {
    twoViews,
    /** An import of the teacher's with a file whose upload hasn't begun. */
    videoImport: async () => {
      const importId = randomUUID();
      const itemId = randomUUID();
      await server.pool.query(
        `insert into catalog.video_imports (id, name, created_at, instructor_id, defaults)
         values ($1, 'House', now(), (select id from catalog.instructors where slug = 'demo-tess'), $2)`,
        [importId, importDefaults],
      );
      await server.pool.query(
        `insert into catalog.video_import_items (id, import_id, position, added_at, folder, file_name, size_bytes, fingerprint, angle, fields)
         values ($1, $2, 1, now(), '', 'house.mp4', 1000, $3, 'front', $4)`,
        [itemId, importId, itemId, { ...importDefaults, title: "House", description: "", categories: [] }],
      );
      return { importId, itemId };
    },
    /** A source video of a draft that was replaced by another. */
    replacedVideo: async () => {
      const { classId } = await twoViews();
      const sourceVideoId = randomUUID();
      await server.pool.query(
        `insert into catalog.replaced_source_videos (source_video_id, class_id, angle, is_upright, file_name, size_bytes, replaced_at)
         values ($1, $2, 'back', false, 'earlier.mp4', 1000, now())`,
        [sourceVideoId, classId],
      );
      return { classId, sourceVideoId };
    },
    /** Captions of a draft that were removed. */
    formerCaptions: async () => {
      const { classId } = await twoViews();
      const formerId = randomUUID();
      await server.pool.query(
        `insert into catalog.former_captions (id, class_id, language, label, content, replaced_at)
         values ($1, $2, 'en', 'English', 'WEBVTT', now())`,
        [formerId, classId],
      );
      return { classId, formerId };
    },
    /** An image of a draft that was replaced. */
    formerPoster: async () => {
      const classId = await playableDraft();
      const formerId = randomUUID();
      const poster = "classes/posters/former.png";
      await server.ctx().ports.storage.put(`pictures/${poster}`, whitePixel, "image/png");
      await server.pool.query(
        `insert into catalog.former_posters (id, class_id, poster, poster_x, poster_y, replaced_at)
         values ($1, $2, $3, 50, 50, now())`,
        [formerId, classId, poster],
      );
      return { classId, formerId };
    },
    playableDraft,
    /** A draft with a part that its video doesn't have. */
    draftWithUnplacedPart: async () => {
      const id = await playableDraft();
      await server.pool.query(
        `insert into catalog.unplaced_parts (class_id, key, title, kind, start_ms, end_ms, former_start_ms, former_end_ms)
         values ($1, 3, 'Cool down', 'cool_down', 900000, 960000, 900000, 960000)`,
        [id],
      );
      return id;
    },
    /** A draft whose sound was analyzed. */
    analyzedDraft: async () => {
      const id = await playableDraft();
      await server.pool.query(
        "insert into media.sounds (asset_id, version, peaks, segments) select id, version, '\\x00', '[]' from media.assets where id = $1",
        [id],
      );
      return id;
    },
    /** A draft whose counts no one has heard. */
    unheardDraft: async () => {
      const classId = await playableDraft();
      await server.pool.query("update catalog.classes set counts_certainty = 0.5 where id = $1", [classId]);
      const found = await findEdited(server.ctx().db, classId);
      return { classId, key: countsKey(found!) };
    },
    draftLink: async () => {
      const { id: classId } = await createClass(server.pool, { publishedAt: null, isPlayable: true });
      const link = { classId, version: 1, expiresAt: Date.now() + 60_000, linkId: randomUUID() };
      return seal(server.ctx().config.authSecret, "draft-link", link);
    },
  };
}
