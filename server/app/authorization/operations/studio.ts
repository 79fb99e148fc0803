import { randomUUID } from "node:crypto";
import { classInput } from "../../../testing/class-input.ts";
import { adult, all, but, ofDraft, only, open, ownParts, staff, teaching } from "../rules.ts";
import type { Operation, Operations } from "../rules.ts";
import type { World } from "../world.ts";
import { suspended } from "./identity.ts";

const newClassInput = () => ({
  ...classInput,
  title: `Draft ${randomUUID()}`,
  instructor: "demo-tess",
  style: "hip-hop",
});
const ofInstructorClass = (more: () => object = () => ({})): Operation => ({
  rule: teaching,
  target: "classId",
  args: ({ classId }) => ({ classId, ...more() }),
});
/** A change of the owner's plan on behalf of the studio. */
const ownersPlan = async ({ owner, make, server }: World, status?: "non_renewing") => {
  const subscriptionId = await make.subscription(status);
  const { rows } = await server.pool.query<{ version: number }>(
    "select version from billing.subscriptions where id = $1",
    [subscriptionId],
  );
  const { version } = rows[0]!;
  return { personId: owner.id, key: randomUUID(), subscriptionId, version };
};
const ofOwnersPlan = (more: object): Operation => ({
  rule: staff("support", "finance"),
  args: async (world) => ({ ...(await ownersPlan(world)), ...more }),
});
const ofBystander: Operation = {
  rule: staff("support"),
  args: async ({ make }) => ({ personId: (await make.bystander()).id }),
};
const hiddenDraft = {
  rule: but(all("null"), { teacher: "allowed", editor: "allowed", admin: "allowed" }),
  target: "id",
  args: async ({ make }: World) => ({ id: await make.draft() }),
} as const satisfies Operation;

export const studio: Operations = {
  Query: {
    beatProposal: ofInstructorClass(),
    loopHeatmap: ofInstructorClass(),
    classFigures: ofInstructorClass(),
    commentsAtMoments: ofInstructorClass(),
    categories: { rule: open },
    sections: { rule: open },
    styles: { rule: open },
    studioClass: [{ rule: open, args: ({ classId }) => ({ id: classId }) }, hiddenDraft],
    studioClasses: { rule: open },
    upcomingClasses: { rule: open },
    upcomingClass: { rule: open, args: async ({ make }) => ({ id: await make.upcoming() }) },
    instructors: { rule: open },
    instructorBySlugPublic: { rule: open, args: () => ({ slug: "demo-ana" }) },
    instructorClasses: {
      rule: only(["instructor", "otherInstructor", "teacher", "editor", "admin"]),
      select: "items { id }",
      secret: { text: ({ classId }) => classId, to: ["instructor", "editor", "admin"] },
    },
    libraryFigures: { rule: only(["instructor", "otherInstructor", "teacher", "editor", "admin"]) },
    figuresOfClasses: { rule: only(["instructor", "otherInstructor", "teacher", "editor", "admin"]) },
    drafts: { rule: staff("editor", "teacher") },
    editedClass: ofDraft(),
    editedInstructors: { rule: staff("editor", "teacher") },
    failedJobs: { rule: staff() },
    queuedTasks: { rule: staff() },
    studioPeople: {
      rule: staff("support", "finance"),
      select: "items { id email }",
      secret: { text: ({ owner }) => owner.id, to: ["support", "finance", "admin"] },
    },
    studioPerson: {
      rule: staff("support", "finance"),
      target: "id",
      args: ({ owner }) => ({ id: owner.id }),
      select: "id name",
      secret: { text: ({ owner }) => owner.id, to: ["support", "finance", "admin"] },
    },
    studioPlanChanges: {
      rule: staff("support", "finance"),
      args: async ({ owner, make }) => {
        await make.subscription();
        return { personId: owner.id };
      },
      select: "planId",
    },
    memberCohorts: { rule: staff("finance") },
    studioAudit: { rule: staff() },
    studioAreas: { rule: ownParts },
    studioHome: { rule: ownParts },
    studioQuestions: { rule: staff("editor") },
    attribution: { rule: staff(), args: () => ({ days: 30, touch: "first" }) },
    funnel: { rule: staff(), args: () => ({ days: 30, by: "week" }) },
    studioSettings: { rule: staff() },
    translations: { rule: staff("editor"), args: () => ({ kind: "section" }) },
    opening: { rule: staff() },
    senderDomain: { rule: staff() },
    // The provider of tests has no keys.
    paymentKeys: { rule: but(staff(), { admin: "null" }) },
    webhookArrived: { rule: staff() },
  },
  Mutation: {
    createClass: {
      rule: staff("editor", "teacher"),
      args: () => ({ idempotencyKey: randomUUID(), input: newClassInput() }),
    },
    changeClass: ofDraft(() => ({ revision: 1, input: newClassInput() })),
    publishClass: { ...ofDraft(), rule: staff("editor") },
    scheduleClass: {
      ...ofDraft(() => ({
        // In a month, to the minute.
        leavesAt: new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 16),
      })),
      rule: staff("editor"),
    },
    setReleaseAudience: { ...ofDraft(() => ({ audience: "no_one" })), rule: staff("editor") },
    unpublishClass: {
      rule: staff("editor"),
      target: "classId",
      args: async ({ make }) => ({ classId: await make.published() }),
    },
    deleteDraft: {
      rule: staff("editor", "teacher"),
      args: async ({ make }) => ({ classId: await make.draft() }),
    },
    removeCaptions: { ...ofDraft(() => ({ language: "en" })), unaudited: "the draft has no captions" },
    setBeatGrid: ofInstructorClass(() => ({
      spans: [{ startMs: 0, endMs: 60_000, bpm: 96, firstBeatMs: 0 }],
    })),
    createInstructor: {
      rule: staff("editor"),
      args: () => ({ input: { name: `Demo ${randomUUID()}` } }),
    },
    changeInstructor: {
      rule: staff("editor"),
      target: "slug",
      args: () => ({ slug: "demo-kofi", input: { name: "Demo Kofi" } }),
      changesPeople: true,
    },
    changeOwnInstructorPage: {
      rule: but(only(["teacher"]), { lapsedAdmin: "SECOND_STEP_REQUIRED" }),
      args: () => ({ bio: "Locking since 2009", links: [] }),
    },
    createStyle: { rule: staff("editor"), args: () => ({ name: `Style ${randomUUID()}` }) },
    createCategory: {
      rule: staff("editor"),
      args: () => ({ name: `Category ${randomUUID()}`, section: "learn" }),
    },
    setCategoryGoals: {
      rule: staff("editor"),
      target: "slug",
      args: () => ({ slug: "grooves", goals: [] }),
    },
    followCategories: { rule: adult, args: () => ({ categories: ["grooves"] }) },
    studioRefund: {
      rule: staff("support", "finance"),
      args: async ({ owner, make }) => ({
        personId: owner.id,
        key: randomUUID(),
        invoiceId: await make.invoice(),
        amount: 100,
        refundable: 1500,
        reason: "Asked for",
      }),
    },
    studioRefundAtProvider: {
      rule: staff("support", "finance"),
      args: async ({ owner, make }) => ({
        personId: owner.id,
        key: randomUUID(),
        subscriptionId: await make.subscription(),
        invoiceRef: "1001",
        amount: 100,
        reason: "Asked for",
      }),
      past: ["MANAGED_ELSEWHERE"],
      unaudited: "refused before it changes anything: the studio bills this subscription itself",
    },
    studioCancelPlan: ofOwnersPlan({ atPeriodEnd: true }),
    studioChangePlan: ofOwnersPlan({ planId: "basic-monthly", nextAmount: 799 }),
    studioPausePlan: ofOwnersPlan({ months: 1 }),
    studioUndoCancel: {
      rule: staff("support", "finance"),
      args: (world) => ownersPlan(world, "non_renewing"),
    },
    studioResumePlan: {
      ...ofOwnersPlan({ amount: 1 }),
      past: ["ILLEGAL_TRANSITION"],
      unaudited: "refused before it changes anything: the plan isn't paused",
    },
    studioRedeemCode: {
      rule: staff("support", "finance"),
      args: async (world) => ({ ...(await ownersPlan(world)), code: await world.make.coupon() }),
    },
    studioSendReceipt: {
      rule: staff("support", "finance"),
      args: async ({ owner, make }) => ({
        personId: owner.id,
        key: randomUUID(),
        invoiceId: await make.invoice(),
      }),
    },
    studioGiveDays: ofOwnersPlan({ days: 7 }),
    studioGiveCredit: {
      rule: staff("support", "finance"),
      args: async ({ owner, server }) => {
        await server.pool.query("delete from billing.credits where account_id = $1", [owner.id]);
        const gift = { amount: 100, currencyCode: "USD", balance: 0, reason: "" };
        return { personId: owner.id, key: randomUUID(), ...gift };
      },
    },
    studioGivePlan: {
      rule: staff("finance"),
      args: async ({ owner, make }) => {
        await make.subscription("canceled");
        const until = new Date(Date.now() + 86_400_000);
        return { personId: owner.id, key: randomUUID(), planId: "premium-monthly", until };
      },
    },
    studioAddNote: {
      rule: staff("support", "finance"),
      args: async ({ make }) => ({
        personId: (await make.bystander()).id,
        id: randomUUID(),
        text: "Prefers email",
      }),
    },
    studioRemoveNote: {
      // Of another's note.
      rule: but(staff("support", "finance"), { support: "FORBIDDEN", finance: "FORBIDDEN" }),
      args: async ({ make, server }) => {
        const [personId, id] = [(await make.bystander()).id, randomUUID()];
        await server.pool.query(
          "insert into identity.staff_notes (id, person_id, body, created_at) values ($1, $2, 'Prefers email', now())",
          [id, personId],
        );
        return { personId, id };
      },
    },
    studioSignOut: {
      rule: staff("support"),
      args: async ({ make }) => {
        const person = await make.bystander();
        await person.token();
        return { personId: person.id };
      },
    },
    studioResendConfirmation: {
      rule: staff("support"),
      args: async ({ make, server }) => {
        const { id } = await make.bystander();
        await server.pool.query(`update identity."user" set "pendingEmail" = $2 where id = $1`, [
          id,
          `demo-${id}@example.test`,
        ]);
        return { personId: id };
      },
    },
    studioSuspend: {
      rule: staff("support"),
      args: async ({ make }) => ({ personId: (await make.bystander()).id, reason: "Insults", days: 7 }),
    },
    studioReinstate: { rule: staff("support"), args: (world) => suspended(world) },
    studioRequestExport: ofBystander,
    studioRequestDeletion: ofBystander,
    retryFailedJob: { rule: staff(), args: async ({ make }) => ({ id: await make.failedJob() }) },
    saveQuestionOptions: {
      rule: staff("editor"),
      args: () => ({ type: "reason", revision: 1, options: [] }),
      past: ["BAD_INPUT", "CHANGED_MEANWHILE"],
      unaudited: "refused before it changes anything",
    },
    saveQuestionOrder: {
      rule: staff("editor"),
      args: () => ({ list: "a", types: ["account_type", "level"] }),
    },
    confirmOpeningStep: { rule: staff(), args: () => ({ step: "prices" }) },
    sendTestEmail: { rule: staff(), unaudited: "changes nothing" },
    openStudio: { rule: staff(), unaudited: "the studio is open" },
    saveTranslations: {
      rule: staff("editor"),
      args: () => ({
        kind: "section",
        subject: "learn",
        texts: [{ field: "name", locale: "es", text: "Aprender" }],
      }),
    },
    mailingListJoin: {
      rule: open,
      args: () => ({ email: "ana@example.test" }),
      past: ["RATE_LIMITED", "MAILING_LIST_CLOSED"],
    },
    mailingListConfirm: { rule: open, args: () => ({ token: "damaged" }), past: ["LINK_INVALID"] },
    mailingListLeave: { rule: open, args: () => ({ token: "damaged" }), past: ["LINK_INVALID"] },
    saveStudioSettings: {
      rule: staff(),
      args: async ({ server }) => {
        const { rows } = await server.pool.query<{ version: number }>("select version from site.settings");
        return { version: rows[0]!.version, input: { name: "Demo Studio" } };
      },
    },
  },
  LiveSubscription: {
    classTalkChanged: [
      { rule: open, args: ({ classId }) => ({ id: classId }) },
      { ...hiddenDraft, rule: all("NOT_FOUND") },
    ],
    editedClassChanged: ofDraft(),
  },
};
