import { randomUUID } from "node:crypto";
import { all, but, holder, only, open, staff, viewer } from "../rules.ts";
import type { Operation, Operations } from "../rules.ts";
import type { World } from "../world.ts";
import { whitePixel } from "../world-drafts.ts";

const day = 24 * 3_600_000;
/** Monday of next week, whose sessions can still be changed. */
const nextMonday = () => {
  const now = new Date();
  return new Date(Date.now() + (8 - (now.getUTCDay() || 7)) * day).toISOString().slice(0, 10);
};
/** A session of the week. Its id is a position in the viewer's own plan, so that no other plan can be addressed. */
const ofPlan = (more: () => object = () => ({})): Operation => ({
  rule: viewer,
  args: () => ({ id: `${nextMonday()}.0`, ...more() }),
  past: ["NOT_FOUND"],
});
/** Allowed only to a device in the room. A device belongs to the profile that joined with it. */
const inRoom = (more: object = {}, kind: "remote" | "together" = "together"): Operation => ({
  rule: only(["owner"]),
  target: "roomId",
  args: async ({ make, classId }) => ({ ...(await make.room(classId, kind)), ...more }),
});
const published = async ({ make }: World) => ({ classId: await make.published() });
const challenge = async ({ make }: World) => ({ id: await make.challenge(-1) });
const course = async ({ make }: World) => ({ id: await make.course() });
/** A course with an own image, a white pixel. @returns its id */
const picturedCourse = async ({ server, make }: World): Promise<string> => {
  const id = await make.course();
  const poster = `courses/${id}/own.png`;
  await server.ctx().ports.storage.put(`pictures/${poster}`, whitePixel, "image/png");
  await server.pool.query("update courses.courses set picture = $2, poster = $2 where id = $1", [id, poster]);
  return id;
};
/** An operation on the owner's playlist. */
const ofPlaylist = (more: (playlist: { classId: string }) => object = () => ({})): Operation => ({
  rule: only(["owner"]),
  target: "id",
  args: async ({ make }) => {
    const { id, classId } = await make.playlist();
    return { id, ...more({ classId }) };
  },
});
const courseInput = ({ classId }: World) => ({
  input: {
    title: `Course ${randomUUID()}`,
    description: "Dance",
    pace: "weekly",
    knownPercent: 75,
    opensByWeek: true,
    classes: [{ classId, week: 1 }],
  },
});
const badges = [{ name: "One", description: "One class", amountToEarn: 1 }];
const challengeInput = () => ({
  input: {
    title: `Challenge ${randomUUID()}`,
    description: "Dance",
    startTime: new Date(Date.now() + 2 * day).toISOString(),
    endTime: new Date(Date.now() + 9 * day).toISOString(),
    triggerType: "class_completed",
    requiredClassIds: [],
    badges,
  },
});

export const practice: Operations = {
  Query: {
    continueClasses: { rule: open },
    dueParts: { rule: open },
    danceSet: {
      rule: only(["owner"], open, "null"),
      target: "id",
      args: async ({ make }) => ({ id: (await make.set()).setId }),
    },
    // Open as well, but null where new visitors have a set.
    newcomersClass: { rule: all("null") },
    newcomersSet: { rule: open },
    todaysSet: { rule: but(open, { signedOut: "null" }) },
    forYouClasses: { rule: open },
    coPracticeOf: { rule: viewer },
    myPlaylists: {
      rule: open,
      args: async ({ make }) => {
        await make.playlist();
        return {};
      },
      select: "items { playlist { name } }",
      secret: { text: () => "For Friday", to: ["owner"] },
    },
    playlist: {
      rule: only(["owner"], open, "null"),
      target: "id",
      args: async ({ make }) => ({ id: (await make.playlist()).id }),
    },
    sharedPlaylist: {
      rule: open,
      args: async ({ make }) => ({ key: (await make.playlist(true)).shareKey }),
      select: "name classes { id }",
    },
    planAlternatives: ofPlan(),
    planCalendar: { rule: viewer },
    practicedInMs: { rule: but(open, { signedOut: "null" }) },
    savedClasses: {
      rule: viewer,
      args: async ({ make, classId }) => {
        await make.savedClass(classId);
        return {};
      },
      select: "items { studioClass { id } }",
      secret: { text: ({ classId }) => classId, to: ["owner"] },
    },
    weekPlan: { rule: viewer },
    streak: { rule: viewer },
    badgeById: { rule: all("null"), args: () => ({ id: randomUUID() }) },
    badgesByYear: {
      rule: open,
      args: async ({ make, owner }) => ({ username: await make.username(owner.id) }),
    },
    challengeById: { rule: open, args: challenge },
    challenges: { rule: open },
    getClassCompletedAchievementBadges: { rule: viewer, args: ({ classId }) => ({ classId }) },
    myBadgesByYear: { rule: viewer },
    course: { rule: open, args: async ({ make }) => ({ slug: await make.courseSlug() }) },
    courses: { rule: open },
    myCourses: { rule: open },
    myCertificates: {
      rule: open,
      args: async ({ make }) => {
        await make.certificate();
        return {};
      },
      select: "items { title }",
      secret: { text: () => "House for two", to: ["owner"] },
    },
    certificate: [
      {
        rule: only(["owner"], open, "null"),
        target: "id",
        args: async ({ make }) => ({ id: await make.certificate() }),
      },
      { rule: open, args: async ({ make }) => ({ id: await make.certificate(true) }) },
    ],
    studioCourse: { rule: staff("editor"), target: "id", args: course },
    studioCourses: { rule: staff("editor") },
    possiblePrerequisites: {
      rule: staff("editor"),
      args: async (world) => ({ courseId: (await course(world)).id }),
    },
    studioCoursesTitled: { rule: staff("editor"), args: () => ({ titles: [] }) },
    studioChallenge: { rule: staff("editor"), target: "id", args: challenge },
    studioChallenges: { rule: staff("editor") },
  },
  Mutation: {
    finishSetClass: { rule: only(["owner"]), target: "setId", args: ({ make }) => make.set() },
    recordPractice: {
      rule: viewer,
      args: ({ classId }) => ({ classId, played: [{ fromMs: 0, toMs: 1000 }], positionMs: 1000 }),
      past: ["PLAYBACK_NEEDED", "NOT_FOUND", "FORBIDDEN"],
    },
    recordPlayerUse: {
      rule: viewer,
      args: ({ classId }) => ({
        classId,
        use: [{ tempo: 100, angle: "front", isMirrored: false, ms: 1000 }],
      }),
    },
    recordLoop: {
      rule: viewer,
      args: ({ classId }) => ({ classId, loop: { startMs: 0, endMs: 4000, tempo: 80, passes: 1 } }),
    },
    setMastery: { rule: viewer, args: ({ classId }) => ({ classId, partIndex: 1, level: "slow" }) },
    saveClass: { rule: viewer, args: published },
    unsaveClass: { rule: viewer, args: published },
    createPlaylist: { rule: viewer, args: () => ({ id: randomUUID(), name: "Warm-ups" }) },
    renamePlaylist: ofPlaylist(() => ({ name: "For Saturday" })),
    addToPlaylist: ofPlaylist(({ classId }) => ({ classId })),
    removeFromPlaylist: ofPlaylist(({ classId }) => ({ classId })),
    orderPlaylist: ofPlaylist(({ classId }) => ({ classIds: [classId], revision: 1 })),
    sharePlaylist: {
      ...ofPlaylist(() => ({ isShared: true })),
      rule: only(["owner"], holder),
    },
    deletePlaylist: { ...ofPlaylist(), rule: viewer },
    rateClass: {
      rule: viewer,
      args: async ({ make }) => ({
        classId: await make.published(),
        difficulty: "right",
        isLoved: true,
      }),
      past: ["NOT_PRACTICED"],
    },
    practiceTogether: {
      rule: only(["owner", "adultProfile", "childProfile"]),
      target: "personIds",
      args: async ({ make }) => ({ personIds: [await make.profile()] }),
    },
    saveNote: [
      {
        rule: viewer,
        args: ({ classId }) => ({ classId, note: { id: randomUUID(), atMs: 0, text: "Left foot" } }),
      },
    ],
    removeNote: {
      rule: viewer,
      target: "id",
      args: async ({ make, classId }) => ({ classId, id: await make.note(classId) }),
    },
    setPlanHoliday: {
      rule: viewer,
      args: () => ({
        from: new Date(Date.now() + 20 * day).toISOString(),
        to: new Date(Date.now() + 21 * day).toISOString(),
        isOff: true,
      }),
    },
    setPlanSettings: { rule: viewer, args: () => ({ minutes: 20 }) },
    movePlannedClass: ofPlan(() => ({ date: `${nextMonday()}T12:00:00Z` })),
    skipPlannedClass: ofPlan(() => ({ skipped: true })),
    swapPlannedClass: {
      ...ofPlan(),
      args: async (world) => ({ id: `${nextMonday()}.0`, ...(await published(world)) }),
      // The library is small: the class may be in that week already.
      past: ["NOT_FOUND", "BAD_INPUT"],
    },
    openPlanCalendar: { rule: viewer },
    closePlanCalendar: { rule: viewer },
    planBreak: { rule: viewer, args: () => ({ week: nextMonday(), planned: true }) },
    openRoom: [
      {
        rule: viewer,
        args: ({ classId }) => ({ classId, kind: "remote", memberId: randomUUID(), name: "Phone" }),
      },
      {
        rule: but(viewer, { childProfile: "FORBIDDEN" }),
        args: ({ classId }) => ({ classId, kind: "together", memberId: randomUUID(), name: "Phone" }),
      },
    ],
    joinRoom: [
      {
        // Anyone with a room's link may join.
        rule: but(viewer, { childProfile: "FORBIDDEN" }),
        args: async ({ make, classId }) => ({
          roomId: (await make.room(classId)).roomId,
          memberId: randomUUID(),
          name: "Phone",
        }),
      },
      {
        // A player is controlled only with its code.
        rule: but(all("NOT_FOUND"), { signedOut: "UNAUTHENTICATED" }),
        target: "roomId",
        args: async ({ make, classId }) => ({
          roomId: (await make.room(classId, "remote")).roomId,
          memberId: randomUUID(),
          name: "Phone",
        }),
      },
      {
        rule: but(all("CODE_NOT_GOOD"), { signedOut: "UNAUTHENTICATED" }),
        args: () => ({ code: "ABCDEF", memberId: randomUUID(), name: "Phone" }),
      },
    ],
    newRoomCode: inRoom({}, "remote"),
    leadRoom: {
      ...inRoom(),
      args: async ({ make, classId }) => ({
        ...(await make.room(classId)),
        state: { at: Date.now(), isPlaying: true, label: "Warm up", positionMs: 0, rate: 1 },
      }),
    },
    sendToRoom: inRoom({ body: "yes" }),
    stayInRoom: inRoom(),
    leaveRoom: inRoom(),
    changeRoom: inRoom({ isLocked: true }),
    joinChallenge: { rule: viewer, args: challenge },
    leaveChallenge: { rule: viewer, args: challenge },
    changeChallengeSettings: { rule: viewer, args: () => ({ isListed: false }) },
    shareCertificate: {
      rule: only(["owner"], holder),
      target: "id",
      args: async ({ make }) => ({ id: await make.certificate(), isShared: true }),
    },
    joinCourse: { rule: viewer, args: async ({ make }) => ({ slug: await make.courseSlug() }) },
    leaveCourse: { rule: viewer, args: async ({ make }) => ({ slug: await make.courseSlug() }) },
    createCourse: {
      rule: staff("editor"),
      args: (world) => ({ ...courseInput(world), idempotencyKey: randomUUID() }),
    },
    changeCourse: {
      rule: staff("editor"),
      target: "id",
      args: async (world) => ({ ...(await course(world)), ...courseInput(world), revision: 1 }),
    },
    setCourseImageFocus: {
      rule: staff("editor"),
      target: "id",
      args: async (world) => ({ id: await picturedCourse(world), x: 20, y: 50 }),
    },
    setCourseImageClass: { rule: staff("editor"), target: "id", args: course },
    addCourseClasses: {
      rule: staff("editor"),
      target: "id",
      args: async (world) => ({ ...(await course(world)), classIds: [world.classId] }),
    },
    publishCourse: { rule: staff("editor"), target: "id", args: course },
    unpublishCourse: {
      rule: staff("editor"),
      target: "id",
      args: async ({ make }) => ({ id: await make.course(true) }),
    },
    deleteCourse: { rule: staff("editor"), target: "id", args: course },
    createChallenge: {
      rule: staff("editor"),
      args: () => ({ ...challengeInput(), idempotencyKey: randomUUID() }),
    },
    changeChallenge: {
      rule: staff("editor"),
      target: "id",
      args: async ({ make }) => ({ id: await make.challenge(2), revision: 1, ...challengeInput() }),
    },
    deleteChallenge: {
      rule: staff("editor"),
      args: async ({ make }) => ({ id: await make.challenge(2) }),
    },
  },
  LiveSubscription: {
    challengeChanged: { rule: open, args: challenge },
    roomChanged: inRoom(),
  },
};
