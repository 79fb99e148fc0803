import { randomUUID } from "node:crypto";
import { createClass, createLibrary } from "../../testing/factories.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { billingMakersOf, type InsertOne } from "./world-billing.ts";
import { draftMakersOf } from "./world-drafts.ts";
import { libraryMakersOf } from "./world-library.ts";
import { createPeople } from "./people.ts";
import type { People } from "./people.ts";

const dayMs = 24 * 3_600_000;

/** A studio with one person of every kind, and factories for the owner's objects. */
export interface World {
  readonly server: TestServer;
  readonly people: People;
  readonly owner: TestPerson;
  /** Published, by the instructor. */
  readonly classId: string;
  /** A private video of the owner's, and its caption. */
  readonly privateVideoId: string;
  readonly make: ReturnType<typeof makersOf>;
}

/** Seeds a server's database with a library, one person of every kind and objects of the owner's. */
export async function createWorld(server: TestServer): Promise<World> {
  await createLibrary(server.pool);
  const people = await createPeople(server);
  const make = makersOf(server, people);
  const { id: classId } = await createClass(server.pool, {
    title: "Published",
    instructor: "demo-ana",
    isPlayable: true,
    categories: ["grooves"],
  });
  return { server, people, owner: people.owner, classId, privateVideoId: await make.video("me"), make };
}

/** The same studio with new people, after a request changed the previous ones. */
export async function renewPeople(world: World): Promise<World> {
  await world.server.pool.query(`update catalog.instructors set person_id = null`);
  const people = await createPeople(world.server);
  const make = makersOf(world.server, people);
  return { ...world, people, owner: people.owner, make, privateVideoId: await make.video("me") };
}

/** Factories for new objects of the owner's. All return the id. */
function makersOf(server: TestServer, { owner, member, admin }: People) {
  const one: InsertOne = async (sql, values = []) => {
    const { rows } = await server.pool.query<{ id: string }>(sql, [...values]);
    return rows[0]!.id;
  };
  const say = (kind: string, more: Readonly<Record<string, unknown>> = {}, authorId = owner.id) => {
    const row = {
      id: randomUUID(),
      kind,
      author_id: authorId,
      text: "Said by the owner",
      created_at: new Date(),
      ...more,
    };
    const columns = Object.keys(row);
    return one(
      `insert into community.content (${columns.join(", ")}) values (${columns.map((_, place) => `$${place + 1}`).join(", ")}) returning id`,
      Object.values(row),
    );
  };
  const post = () => say("post");
  const video = async (audience: "everyone" | "me" = "everyone", isSent = true) => {
    const id = await say("video_upload", { audience, text: "A private take" });
    await server.pool.query(
      `insert into media.assets (id, availability, owner_kind, owner_id) values ($1, $2, 'upload', $3)`,
      [id, isSent ? "available" : "requested", owner.id],
    );
    await server.pool.query(
      `insert into media.uploads (asset_id, person_id, file_name, size_bytes, requested_at, received_at)
       values ($1, $2, 'take.mp4', 1000, now(), $3)`,
      [id, owner.id, isSent ? new Date() : null],
    );
    return id;
  };
  const moderationCase = async (status: "reported" | "reviewed", decidedBy: string | null = null) => {
    const contentId = await post();
    return one(
      `insert into community.cases (content_type, content_id, person_id, status, cause, opened_at, decision, reason, decided_by, decided_at, before)
       values ('post', $1, $2, $3, 'reports', now(), $4, $5, $6, $7, $8) returning id`,
      [
        contentId,
        owner.id,
        status,
        ...(status === "reviewed"
          ? ["remove", "spam", decidedBy, new Date(), JSON.stringify({})]
          : [null, null, null, null, null]),
      ],
    );
  };
  const challenge = async (startsInDays: number) => {
    const achievementId = await one(
      `insert into challenges.achievements (trigger_type) values ('class_completed') returning id`,
    );
    const slug = `challenge-${randomUUID()}`;
    await server.pool.query(
      `insert into challenges.badges (slug, name, description, achievement_id, amount_to_earn) values ($1, 'One', 'One class', $2, 1)`,
      [slug, achievementId],
    );
    return one(
      `insert into challenges.challenges (slug, title, description, achievement_id, starts_at, ends_at, goal_header, subtitle_header, earned_by_header)
       values ($1, 'Dance more', 'Dance', $2, $3, $4, 'Goal', 'Subtitle', 'Earned by') returning id`,
      [
        slug,
        achievementId,
        new Date(Date.now() + startsInDays * dayMs),
        new Date(Date.now() + (startsInDays + 20) * dayMs),
      ],
    );
  };
  const courseRow = async (isPublished: boolean): Promise<{ id: string; slug: string }> => {
    const { id: classId } = await createClass(server.pool, { isPlayable: true });
    const slug = `course-${randomUUID()}`;
    const id = await one(
      `with course as (
         insert into courses.courses (slug, title, description, pace, created_at, published_at)
         values ($1, 'From the ground up', 'Dance', 'weekly', now(), case when $3 then now() end) returning id
       ), listed as (
         insert into courses.course_classes (course_id, place, week, class_id) select id, 1, 1, $2::uuid from course
       )
       select id from course`,
      [slug, classId, isPublished],
    );
    return { id, slug };
  };
  const song = () => {
    const id = randomUUID();
    return one(
      `insert into catalog.songs (id, slug, title, artist, rights, created_at)
       values ($1, $2, 'Late Bus', 'The Demo Section', 'own', now()) returning id`,
      [id, `song-${id}`],
    );
  };
  const room = async (classId: string, kind: "remote" | "together" = "together") => {
    const roomId = randomUUID();
    const [memberId, guestId] = [randomUUID(), randomUUID()];
    await server.pool.query(
      `insert into practice.rooms (id, kind, class_id, host_id, created_at, led_at) values ($1, $2, $3, $4, now(), now())`,
      [roomId, kind, classId, memberId],
    );
    await server.pool.query(
      `insert into practice.room_members (id, room_id, person_id, name, joined_at, seen_at)
       values ($1, $3, $4, 'Owner', now(), now()), ($2, $3, $4, 'Second device', now(), now())`,
      [memberId, guestId, roomId, owner.id],
    );
    return { roomId, memberId };
  };

  return {
    ...billingMakersOf(server, owner, one),
    ...draftMakersOf(server),
    ...libraryMakersOf(server),
    song,
    /** A list of members with one row that has a fault. */
    memberImport: async () =>
      one(
        `with made as (
           insert into studio.member_imports (id, file_name, created_at, state, header, fields)
           values (gen_random_uuid(), 'members.csv', now(), 'draft', '{Email}', '{email}') returning id
         ), listed as (
           insert into studio.member_import_rows (import_id, line, cells, state)
           select id, 2, '{listed.member}', 'bad_email' from made
         )
         select id from made`,
        [],
      ),
    /** An export of everything that is ready. */
    studioExport: async () =>
      one(
        `insert into studio.exports (id, requested_at, ready_at, size, files, expires_at)
         values (gen_random_uuid(), now(), now(), 1024, 0, now() + interval '1 day') returning id`,
        [],
      ),
    post,
    video,
    comment: (postId: string, isWaiting = false) =>
      say(
        "comment",
        { subject_kind: "post", subject_id: postId, is_waiting: isWaiting },
        isWaiting ? member!.id : owner.id,
      ),
    moderationCase,
    /** A moderation case that was decided against the owner. @returns the post's id */
    removedPost: async () => {
      const caseId = await moderationCase("reviewed");
      return one(`select content_id as id from community.cases where id = $1`, [caseId]);
    },
    challenge,
    course: async (isPublished = false) => (await courseRow(isPublished)).id,
    courseSlug: async () => (await courseRow(true)).slug,
    room,
    /** The owner's certificate of a course that was deleted. */
    certificate: (isShared = false) =>
      one(
        `insert into courses.certificates (person_id, title, instructors, class_count, duration_ms, completed_at, completed_on, shared_at)
         values ($1, 'House for two', '{}', 2, 1000, now(), now(), case when $2 then now() end) returning id`,
        [owner.id, isShared],
      ),
    /** A set of the owner with one class. */
    set: async () => {
      const { id: classId } = await createClass(server.pool, { isPlayable: true });
      const setId = await one(
        `insert into practice.sets (person_id, created_at) values ($1, now()) returning id`,
        [owner.id],
      );
      await server.pool.query(`insert into practice.set_items (set_id, place, class_id) values ($1, 1, $2)`, [
        setId,
        classId,
      ]);
      return { setId, classId };
    },
    /** A playlist of the owner with one class. */
    playlist: async (isShared = false) => {
      const { id: classId } = await createClass(server.pool, { isPlayable: true });
      const shareKey = isShared ? randomUUID() : null;
      const id = await one(
        `insert into practice.playlists (id, person_id, name, share_key, created_at, changed_at)
         values ($1, $2, 'For Friday', $3, now(), now()) returning id`,
        [randomUUID(), owner.id, shareKey],
      );
      await server.pool.query(
        `insert into practice.playlist_classes (playlist_id, class_id, place, added_at) values ($1, $2, 1, now())`,
        [id, classId],
      );
      return { id, classId, shareKey };
    },
    note: (classId: string) =>
      one(
        `insert into practice.notes (id, person_id, class_id, at_ms, text, created_at, changed_at)
         values ($1, $2, $3, 1000, 'Watch the left foot', now(), now()) returning id`,
        [randomUUID(), owner.id, classId],
      ),
    /** A draft of the teacher's. */
    draft: async () => {
      const { id } = await createClass(server.pool, {
        publishedAt: null,
        isPlayable: true,
        instructor: "demo-tess",
      });
      return id;
    },
    /** A class that enters the library tomorrow. */
    upcoming: async () => {
      const { id } = await createClass(server.pool, { publishedAt: null, isPlayable: true });
      await server.pool.query(
        "update catalog.classes set publish_at = now() + interval '1 day' where id = $1",
        [id],
      );
      return id;
    },
    published: async () => (await createClass(server.pool, { isPlayable: true })).id,
    /** A source video of a draft whose file isn't uploaded. */
    sourceVideo: async () => {
      const { id: classId } = await createClass(server.pool, { publishedAt: null, instructor: "demo-tess" });
      const sourceVideoId = randomUUID();
      await server.pool.query(
        `insert into catalog.class_films (class_id, angle, film_id, file_name, size_bytes) values ($1, 'front', $2, 'front.mp4', 1000)`,
        [classId, sourceVideoId],
      );
      await server.pool.query(
        `insert into media.uploads (asset_id, person_id, file_name, size_bytes, requested_at, purpose) values ($1, $2, 'front.mp4', 1000, now(), 'film')`,
        [sourceVideoId, admin!.id],
      );
      return { classId, sourceVideoId };
    },
    captionedDraft: async () => {
      const { id } = await createClass(server.pool, { publishedAt: null, instructor: "demo-tess" });
      await server.pool.query(
        "insert into catalog.class_captions (class_id, language, label, content) values ($1, 'en', 'English', 'WEBVTT')",
        [id],
      );
      return id;
    },
    session: () =>
      one(
        `insert into identity."session" ("expiresAt", token, "updatedAt", "userId") values (now() + interval '1 day', $1, now(), $2) returning id`,
        [randomUUID(), owner.id],
      ),
    passkey: () =>
      one(
        `insert into identity."passkey" ("publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
         values ('key', $1, $2, 0, 'singleDevice', false) returning id`,
        [owner.id, randomUUID()],
      ),
    provider: async () => {
      await server.pool.query(`delete from identity."account" where "userId" = $1`, [owner.id]);
      await server.pool.query(
        `insert into identity."account" ("accountId", "providerId", "userId", "updatedAt") values ($1, 'google', $2, now())`,
        [randomUUID(), owner.id],
      );
    },
    profile: (isChild = false) =>
      one(
        `insert into identity."user" (name, email, "emailVerified", "accountId", "isChild") values ('Demo Profile', $1, false, $2, $3) returning id`,
        [`${randomUUID()}@profile.invalid`, owner.id, isChild],
      ),
    child: async () => {
      await server.pool.query(`delete from onboarding.children where person_id = $1`, [owner.id]);
      return one(
        `insert into onboarding.children (person_id, id, position, age, told_at, level) values ($1, $2, 0, 8, now(), 'beginner') returning id`,
        [owner.id, randomUUID()],
      );
    },
    notification: () =>
      one(
        `insert into notifications.items (person_id, kind, group_key, path, is_listed, created_at)
         values ($1, 'UGCComment', $2, '/owners-news', true, now()) returning id`,
        [owner.id, randomUUID()],
      ),
    follow: () =>
      one(
        `with added as (
           insert into catalog.followed_instructors (person_id, instructor_id, followed_at)
           select $1, id, now() from catalog.instructors where slug = 'demo-kofi' on conflict do nothing
         )
         select id from catalog.instructors where slug = 'demo-kofi'`,
        [owner.id],
      ),
    savedClass: async (classId: string) => {
      await server.pool.query(
        `insert into practice.records (person_id, class_id, saved_at) values ($1, $2, now())
         on conflict (person_id, class_id) do update set saved_at = now()`,
        [owner.id, classId],
      );
    },
    failedJob: async () => {
      const id = await one(
        `select id::text from graphile_worker.add_job('mail.send', '{}'::json, max_attempts => 1)`,
      );
      await server.pool.query(
        `update graphile_worker._private_jobs set attempts = 1, last_error = 'It broke' where id = $1`,
        [id],
      );
      return id;
    },
    username: (personId: string) =>
      one(`select username as id from identity."user" where id = $1`, [personId]),
    /** A member of none of the kinds, whom others may follow, suspend or promote. */
    bystander: async () => server.member({ username: `bystander_${randomUUID().slice(0, 8)}` }),
  };
}
