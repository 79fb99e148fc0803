import { isDeepStrictEqual } from "node:util";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { proposedBeat } from "../../media/index.ts";
import type { ProposedSpan } from "../../media/index.ts";
import type { ClassRow, TempoSpan } from "../store-classes.ts";
import { recountParts } from "../editing/parts.ts";
import { findInstructorClass } from "../instructor-classes.ts";
import { saveFirstGrid, saveGrid } from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const slowest = 40;
const fastest = 240;
const maxSpans = 200;
/** Minimum confidence (0 to 1) at which a proposal is applied to a class without a beat grid. */
const minConfidence = 0.2;

/** The beat grid detected in the sound of a class. @throws NotFound, Unauthenticated */
export async function beatProposal(ctx: Ctx, classId: string): Promise<readonly ProposedSpan[]> {
  const { assetId } = await findInstructorClass(ctx, classId);
  return assetId ? proposedBeat(ctx, assetId) : [];
}

/** Replaces a class's beat grid. @throws BadInput, NotFound, Unauthenticated */
export async function setBeatGrid(ctx: Ctx, classId: string, spans: readonly TempoSpan[]): Promise<ClassRow> {
  const found = await findInstructorClass(ctx, classId);
  const beatGrid = readGrid(spans, found.durationMs);
  await ctx.transact((tx) => storeGrid(tx, found, beatGrid));
  return { ...found, beatGrid };
}

/**
 * Validates a beat grid; tempos are rounded to thousandths.
 * @param durationMs of the class
 * @throws BadInput
 */
export function readGrid(spans: readonly TempoSpan[], durationMs: number): TempoSpan[] {
  if (spans.length > maxSpans)
    throw new BadInput("spans", msg("A class can have up to {maxSpans} tempo sections.", { maxSpans }));
  let before = 0;
  for (const { startMs, endMs, bpm, firstBeatMs } of spans) {
    if (startMs < before || endMs <= startMs || endMs > durationMs)
      throw new BadInput(
        "spans",
        msg("Tempo sections must be in order, within the class, and without overlap."),
      );
    if (!(bpm >= slowest && bpm <= fastest))
      throw new BadInput("spans", msg("Enter a tempo of {slowest} to {fastest} BPM.", { slowest, fastest }));
    // The first beat may lie up to one eight before the span; the span then starts in the middle of that
    // eight.
    if (!(firstBeatMs > startMs - (8 * 60_000) / bpm && firstBeatMs < endMs))
      throw new BadInput("spans", msg("The first beat must be at the start of its tempo section."));
    before = endMs;
  }
  return spans.map((span) => ({ ...span, bpm: Math.round(span.bpm * 1000) / 1000 }));
}

/** Saves a validated beat grid, and the lengths of parts by it. A corrected one is to be heard before the class is published. */
export async function storeGrid(
  tx: Tx,
  { id, assetId }: Pick<ClassRow, "id" | "assetId">,
  spans: readonly TempoSpan[],
): Promise<void> {
  const proposed = countsOf(assetId ? await proposedBeat(tx, assetId) : []);
  const isProposed = isDeepStrictEqual(spans, proposed.beatGrid);
  await saveGrid(tx.db, id, { beatGrid: spans, certainty: isProposed ? proposed.certainty : 0 });
  await recountParts(tx, id);
  await recordAuditEntry(tx, {
    action: "catalog.beat_grid_set",
    subject: `class:${id}`,
    details: { spans: spans.length },
  });
}

/** A beat grid, and how sure the analysis is of it, 0 to 1; null without one. */
export interface Counts {
  readonly beatGrid: readonly TempoSpan[];
  readonly certainty: number | null;
}

/** The counts that the analysis proposes for a class without any. */
export const proposedCounts = async (ctx: Pick<Ctx, "db">, assetId: string): Promise<Counts> =>
  countsOf(await proposedBeat(ctx, assetId));

function countsOf(proposed: readonly ProposedSpan[]): Counts {
  const spans = proposed.filter(({ confidence }) => confidence >= minConfidence);
  const lengthMs = spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const sure = spans.reduce((sum, { startMs, endMs, confidence }) => sum + confidence * (endMs - startMs), 0);
  return {
    beatGrid: spans.map(({ startMs, endMs, bpm, firstBeatMs }) => ({ startMs, endMs, bpm, firstBeatMs })),
    certainty: lengthMs > 0 ? Math.round((sure / lengthMs) * 100) / 100 : null,
  };
}

/** Applies the detected beat grid to a class whose source video has just arrived and that has no grid. */
export async function proposeGrid(ctx: Ctx, assetId: string): Promise<void> {
  const proposed = await proposedCounts(ctx, assetId);
  if (proposed.beatGrid.length === 0) return;
  await ctx.transact(async (tx) => {
    for (const id of await saveFirstGrid(tx.db, assetId, proposed)) await recountParts(tx, id);
  });
}
