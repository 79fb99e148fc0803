import { permissions } from "../../../../contract/staff.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { isUniqueViolation } from "../../../platform/db.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { slugTried, triedSlugs } from "../../../platform/slug.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { classLoader } from "../../catalog/index.ts";
import type { ClassRow } from "../../catalog/index.ts";
import { recordAuditEntry, requireStaff } from "../../identity/index.ts";
import { removeTranslations } from "../../site/index.ts";
import { HasBegun, headersOf, readBegunAttributes, readAttributes, phaseOf } from "../attributes.ts";
import type { ChallengeAttributes, GivenChallenge, Headers, ChallengePhaseName } from "../attributes.ts";
import { leaderboardTopic } from "../leaderboard.ts";
import {
  deleteChallengeRow,
  findChallengeOfKey,
  findEditedChallenge,
  insertChallenge,
  listEditedChallenges,
  lockChallenge,
  updateChallenge,
} from "./store.ts";
import type { EditedChallenge } from "./store.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

export type { EditedChallenge } from "./store.ts";

function requireEditor(ctx: Ctx) {
  return requireStaff(ctx, ...permissions.editLibrary);
}

/** A page of challenges, as seen by their editors. */
export interface EditedChallenges {
  readonly items: readonly EditedChallenge[];
  readonly nextCursor: string | null;
}

/**
 * All challenges, including upcoming and ended ones, latest start first.
 * @throws NotFound for anyone but editors, BadInput, Unauthenticated
 */
export async function studioChallenges(
  ctx: Ctx,
  request: { first?: number | null | undefined; after?: string | null | undefined } | null | undefined,
): Promise<EditedChallenges> {
  requireEditor(ctx);
  const first = pageSize(request?.first);
  const cursor = decodeCursor(request?.after, ["time", "uuid"]);
  const rows = await listEditedChallenges(ctx.db, {
    first: first + 1,
    beforeAt: cursor && cursor[0],
    beforeId: cursor && cursor[1],
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.startsAt.getTime(), last.id]) : null };
}

/** A challenge, as seen by its editors. @throws NotFound, Unauthenticated */
export async function studioChallenge(ctx: Ctx, id: string): Promise<EditedChallenge> {
  requireEditor(ctx);
  const found = isUuid(id) ? await findEditedChallenge(ctx.db, id) : null;
  if (!found) throw new NotFound("challenge");
  return found;
}

/** The current phase of a challenge. */
export const phaseNow = (ctx: Ctx, found: EditedChallenge): ChallengePhaseName =>
  phaseOf(found, ctx.clock.now());

/** A header line that an editor wrote; null if it was generated. */
export const ownHeader = (found: EditedChallenge, header: keyof Headers): string | null =>
  found[header] === headersOf(found)[header] ? null : found[header];

/** The challenge's required classes that are still published, in its order. */
export async function requiredOf(ctx: Ctx, { requiredClassIds }: EditedChallenge): Promise<ClassRow[]> {
  const found = await classLoader(ctx).loadMany([...requiredClassIds]);
  return found.filter((row): row is ClassRow => row !== null && !(row instanceof Error));
}

/** Creates a challenge; idempotent per key. @throws BadInput, NotFound, Unauthenticated */
export async function createChallenge(
  ctx: Ctx,
  given: GivenChallenge,
  idempotencyKey: string,
): Promise<EditedChallenge> {
  const { accountId } = requireEditor(ctx);
  const announcementKey = `${accountId}:${idempotencyKey}`;
  const made = await findChallengeOfKey(ctx.db, announcementKey);
  if (made) return studioChallenge(ctx, made);
  const attributes = readAttributes(given, ctx.clock.now());
  await checkClasses(ctx, attributes.requiredClassIds);
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugTried(attributes.title, "challenge", attempt);
    const badges = attributes.badges.map((badge) => ({ ...badge, slug: `${slug}-${badge.amountToEarn}` }));
    try {
      const id = await ctx.transact(async (tx) => {
        const announced = await insertChallenge(tx.db, { ...attributes, slug, badges, announcementKey });
        if (announced)
          await recordAuditEntry(tx, {
            action: "challenges.challenge_created",
            subject: `challenge:${announced.id}`,
            details: { title: attributes.title },
          });
        return announced?.id;
      });
      if (id) return await studioChallenge(ctx, id);
    } catch (error) {
      if (!isUniqueViolation(error) || attempt > triedSlugs) throw error;
      // Unique violation: a concurrent request with the same key, or a slug that was taken concurrently.
      const other = await findChallengeOfKey(ctx.db, announcementKey);
      if (other) return studioChallenge(ctx, other);
    }
  }
}

/**
 * Changes a challenge: everything before it begins, afterwards its texts, and a later end while it runs. Its
 * slug stays.
 * @param revision that the editor has seen
 * @throws BadInput, HasBegun, ChangedMeanwhile, NotFound, Unauthenticated
 */
export async function changeChallenge(
  ctx: Ctx,
  id: string,
  given: GivenChallenge,
  revision: number,
): Promise<EditedChallenge> {
  const known = await studioChallenge(ctx, id);
  await checkClasses(
    ctx,
    given.requiredClassIds.filter((one) => !known.requiredClassIds.includes(one.toLowerCase())),
  );
  await change(ctx, known.id, async (tx, found) => {
    if (found.revision !== revision) throw new ChangedMeanwhile();
    const now = tx.clock.now();
    const hasBegun = phaseOf(found, now) !== "upcoming";
    const attributes = hasBegun ? readBegunAttributes(found, given, now) : readAttributes(given, now);
    if (!(await updateChallenge(tx.db, found.id, revision, attributes))) throw new ChangedMeanwhile();
    await recordAuditEntry(tx, {
      action: "challenges.challenge_changed",
      subject: `challenge:${found.id}`,
      details: { before: changedAttributes(found, attributes), after: changedAttributes(attributes, found) },
    });
  });
  return studioChallenge(ctx, known.id);
}

/** Attributes that differ from another version, for the audit log; without the description. */
function changedAttributes(
  attributes: ChallengeAttributes,
  other: ChallengeAttributes,
): Record<string, unknown> {
  const names = [
    "title",
    "triggerType",
    "requiredClassIds",
    "startsAt",
    "endsAt",
    "goalHeader",
    "subtitleHeader",
    "earnedByHeader",
    "badges",
  ] as const;
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(attributes[name]) !== JSON.stringify(other[name]))
      .map((name) => [name, attributes[name]]),
  );
}

/**
 * Deletes an upcoming challenge with its participations; no badges were earned yet.
 * @throws HasBegun, NotFound, Unauthenticated
 */
export async function deleteChallenge(ctx: Ctx, id: string): Promise<void> {
  const known = await studioChallenge(ctx, id);
  await change(ctx, known.id, async (tx, found) => {
    if (phaseOf(found, tx.clock.now()) !== "upcoming") throw new HasBegun("startTime");
    await deleteChallengeRow(tx.db, found.id);
    await removeTranslations(tx, "challenge", found.id);
    await recordAuditEntry(tx, {
      action: "challenges.challenge_deleted",
      subject: `challenge:${found.id}`,
      details: { title: found.title, participants: found.participants },
    });
  });
}

/**
 * Runs a change under the challenge's row lock and publishes it to subscribers.
 * @throws NotFound for a deleted challenge
 */
async function change(
  ctx: Ctx,
  id: string,
  work: (tx: Tx, found: EditedChallenge) => Promise<void>,
): Promise<void> {
  await ctx.transact(async (tx) => {
    const found = (await lockChallenge(tx.db, id)) ? await findEditedChallenge(tx.db, id) : null;
    if (!found) throw new NotFound("challenge");
    await work(tx, found);
    tx.signal(leaderboardTopic(found.achievementId));
  });
}

/** @throws BadInput for a class that isn't in the library */
async function checkClasses(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const rows = ids.every(isUuid) ? await classLoader(ctx).loadMany(ids.map((id) => id.toLowerCase())) : [];
  if (ids.length > 0 && (rows.length < ids.length || rows.some((row) => !row || row instanceof Error)))
    throw new BadInput("requiredClassIds", inEnglish("Unknown class."));
}
