import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { demoCatalog, demoPeople, renderEmptyRoom, songsOf } from "../../../demo/index.ts";
import type { DemoPerson } from "../../../demo/index.ts";
import { seedCoupon, seedCouponBatch, seedPass } from "../../modules/billing/index.ts";
import {
  imageWidths,
  indexTranslations,
  linkInstructor,
  seedCatalogue,
  seedFollows,
  seedLeaving,
  seedScheduled,
  seedSongs,
} from "../../modules/catalog/index.ts";
import { createAccount, prepareAccount, seedSecondStep } from "../../modules/identity/index.ts";
import { publishImage } from "../../modules/media/index.ts";
import { insertTranslations, seedOpenStudio } from "../../modules/site/index.ts";
import { seedPlaylist, seedSavedClasses } from "../../modules/practice/index.ts";
import type { Tx } from "../../ctx.ts";
import { createJobCtx } from "../../platform/ctx-factory.ts";
import type { Shared } from "../../platform/ctx-factory.ts";
import { seedDemoReports } from "./growth.ts";
import { seedSubscriptions } from "./billing.ts";
import { countCohorts } from "../../modules/studio/cohorts/cohorts.ts";
import { announceChallenges, practiseJob } from "./challenges.ts";
import { publishCourses } from "./courses.ts";
import { draftLanding } from "./landing.ts";
import { announce } from "./messages.ts";
import { talk } from "./community.ts";
import { drawJob, emptyRoom, orderDrawings } from "./drawings.ts";
import { sourceVideoJobs, makeClassJob } from "./source-videos.ts";
import { nextFriday, upcomingSlug } from "./upcoming.ts";
import { demoPin, prepareFamilies, seedDemoFamilies } from "./families.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** The student price. */
const studentCoupon = {
  id: "STUDENT",
  discountType: "percentage",
  basisPoints: 5000,
  amounts: {},
  duration: "limited_period",
  durationMonths: 12,
  forStudents: true,
  appliesTo: "invoice",
  state: "active",
  planIds: null,
  redeemBy: null,
  redemptionsLeft: null,
} as const;
/** The endings of one-time codes for visitors of an open day. */
const openDayEndings = Array.from("ABCDEFGH", (one) => `D${one}NCE2GO`);
/** 25 % off the first payment. */
const demoCoupon = {
  id: "DEMO25",
  discountType: "percentage",
  basisPoints: 2500,
  amounts: {},
  duration: "one_time",
  durationMonths: null,
  appliesTo: "invoice",
  state: "active",
  planIds: null,
  redeemBy: null,
  redemptionsLeft: null,
} as const;
/** Ten days of all classes, for a visit or to try a studio without a subscription. */
const demoPass = {
  id: "premium-pass-10-days",
  name: "Premium pass",
  accessType: "premium",
  days: 10,
  position: 8,
  prices: { USD: 900, EUR: 900, GBP: 799, JPY: 1200 },
  validFrom: "2026-01-01",
} as const;
const accountsFile = "demo-accounts.txt";
/** The accounts for signing in; the others are background dancers. */
const guides = ["admin", "moderator", "instructor", "member", "family"] as const;
const labels: Record<(typeof guides)[number], string> = {
  admin: "Admin",
  moderator: "Moderator",
  instructor: "Instructor",
  member: "Member (Premium)",
  family: "Family",
};

export const demoJobs = [drawJob, ...sourceVideoJobs, practiseJob];

/** Seeds an empty library with the demo, once, and prints how to sign in. Jobs do the slow work. */
export async function seedDemo(shared: Shared): Promise<void> {
  const ctx = createJobCtx(shared, "demo-seed");
  const people = await Promise.all(
    demoPeople.map(async (person) => {
      const guide = guides.find((role) => role === person.role);
      const password = guide ? `${person.slug}-${randomBytes(9).toString("base64url")}` : null;
      return {
        person,
        guide,
        account: await prepareAccount(ctx, {
          id: person.id,
          email: person.email,
          name: person.name,
          username: person.username,
          role: roleOf(person),
          image: null,
          password,
        }),
      };
    }),
  );
  for (const width of imageWidths) {
    const name = `${emptyRoom}-${width}.webp`;
    if (!(await ctx.ports.storage.stat(`pictures/${name}`)))
      await publishImage(ctx, name, renderEmptyRoom({ width, height: Math.round((width * 9) / 16) }));
  }
  const pinHash = await prepareFamilies(ctx);
  const isNew = await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    await seedOpenStudio(ctx, tx);
    const seeded = await seedCatalogue(tx, {
      sections: demoCatalog.sections.map((section) => ({ ...section, position: section.displayIndex })),
      styles: demoCatalog.styles,
      instructors: demoCatalog.instructors.map((instructor) => ({
        ...instructor,
        photo: null,
      })),
      categories: demoCatalog.categories.map((category) => ({
        ...category,
        picture: null,
        position: category.displayIndex,
      })),
      classes: demoCatalog.classes.map((found) => ({
        ...found,
        durationMs: Math.round(found.durationInMs),
        beatGrid: found.beatGrid.map((span) => ({
          ...span,
          startMs: Math.round(span.startMs),
          endMs: Math.round(span.endMs),
          firstBeatMs: Math.round(span.firstBeatMs),
        })),
        parts: found.parts.map((part) => ({
          ...part,
          startMs: Math.round(part.startMs),
          endMs: Math.round(part.endMs),
        })),
        // Until its own image is rendered.
        picture: emptyRoom,
        assetId: found.id,
        publishedAt: new Date(now.getTime() - found.publishedDaysAgo * dayMs),
      })),
    });
    await insertTranslations(tx.db, demoCatalog.translations);
    if (!seeded) return false;
    await seedSongs(
      tx,
      demoCatalog.songs,
      demoCatalog.classes.map((found) => ({ classId: found.id, songs: songsOf(found) })),
    );
    for (const [classId, rows] of Map.groupBy(demoCatalog.translations, ({ subject }) => subject))
      if (rows[0]?.kind === "class") await indexTranslations(tx, classId, rows);
    for (const { person, account } of people) {
      await createAccount(tx, account);
      if (account.role !== "member") await seedSecondStep(tx, account.id);
      if (person.role === "instructor") await linkInstructor(tx, `demo-${person.slug}`, person.id);
    }
    await seedDemoFamilies(tx, pinHash);
    await seedCoupon(tx, demoCoupon);
    await seedCoupon(tx, studentCoupon);
    await seedCouponBatch(tx, { ...demoCoupon, id: "OPEN-DAY", redemptionsLeft: 1 }, openDayEndings);
    await seedPass(tx, demoPass);
    await announceChallenges(tx);
    await publishCourses(tx);
    await draftLanding(tx);
    await announce(
      tx,
      people.flatMap(({ person }) =>
        person.role === "dancer" || person.role === "member" ? [person.id] : [],
      ),
    );
    await talk(tx);
    await saveClasses(tx);
    await follow(tx);
    await seedDemoReports(
      tx,
      people.filter(({ person }) => person.role === "dancer").map(({ person }) => person.id),
    );
    await orderDrawings(tx);
    const [first] = demoCatalog.classes;
    if (first)
      await tx.enqueue(
        makeClassJob,
        { slug: first.slug, place: 0, withUpright: false },
        { priority: -10, queue: "demo" },
      );
    return true;
  });
  await ctx.refreshStudio();

  if (!isNew) return;
  // A real provider's test mode has its own customers, which don't include the demo's accounts.
  if (shared.ports.gateways.current?.demoToken) await seedSubscriptions(shared);
  await countCohorts(ctx);
  const accounts = people.flatMap(({ person, guide, account }) =>
    guide ? [[labels[guide], person.email, account.password ?? ""]] : [],
  );
  const text = `${tableOf([["Role", "Email", "Password"], ...accounts])}\n\nTo leave a child profile, use PIN ${demoPin}.\n`;
  const file = join(ctx.config.dataDir, accountsFile);
  await writeFile(file, text, { mode: 0o600 });
  process.stdout.write(
    `\nDemo accounts (also in ${file})\n\n${text}\nRendering ${demoCatalog.classes.length} demo classes in the background. The first one is ready in about a minute.\n\n`,
  );
}

/** Rows as lines with aligned columns. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]! + 2))
        .join("")
        .trimEnd(),
    )
    .join("\n");
}

/** The id of the member's playlist. */
const demoPlaylist = "5f0d3c1e-7a52-4b5e-9d0c-1f6a8f3b2c11";

/** The member has saved six classes, completes some of them, and has a playlist of four. */
async function saveClasses(tx: Tx): Promise<void> {
  const member = demoPeople.find(({ role }) => role === "member");
  const now = tx.clock.now().getTime();
  const saved = [1, 5, 9, 2, 6, 10].flatMap((place, nth) => {
    const found = demoCatalog.classes[place];
    return found ? [{ classId: found.id, at: new Date(now - (nth + 1) * 2 * dayMs) }] : [];
  });
  if (!member) return;
  await seedSavedClasses(tx, member.id, saved);
  const classIds = [4, 0, 7, 12].flatMap((place) => demoCatalog.classes[place]?.id ?? []);
  await seedPlaylist(tx, { id: demoPlaylist, personId: member.id, name: "Friday after work", classIds });
}

/**
 * The member follows an instructor and a style. Of that instructor, the oldest class leaves in five days, of which the member is
 * told, and one is announced for Friday evening. Then it is released like any other.
 */
async function follow(tx: Tx): Promise<void> {
  const member = demoPeople.find(({ role }) => role === "member");
  if (member)
    await seedFollows(tx, member.id, [
      { kind: "instructor", slug: "demo-kofi" },
      { kind: "style", slug: "house" },
    ]);
  const oldest = demoCatalog.classes.toSorted((a, b) => b.publishedDaysAgo - a.publishedDaysAgo)[0];
  if (oldest) await seedLeaving(tx, oldest.slug, new Date(tx.clock.now().getTime() + 5 * dayMs));
  await seedScheduled(tx, upcomingSlug, nextFriday(tx.clock.now(), tx.studio.timeZone));
}

function roleOf(person: DemoPerson) {
  return person.role === "admin" || person.role === "moderator" ? person.role : "member";
}
