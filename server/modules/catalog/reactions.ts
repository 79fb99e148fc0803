import { defineReaction } from "../../platform/events.ts";
import { assetAvailable, assetFailed, filmReady, uploadAbandoned } from "../media/events.ts";
import { proposeGrid } from "./beat/beat.ts";
import { takeAbandonedFilm, takeMade, takeReadyFilm, takeRefusedFilm } from "./editing/films.ts";

export const reactions = [
  defineReaction("catalog.take_made", assetAvailable, async (ctx, { assetId, durationMs }) => {
    await takeMade(ctx, assetId, durationMs);
    await proposeGrid(ctx, assetId);
  }),
  defineReaction("catalog.take_ready_film", filmReady, (ctx, { filmId }) => takeReadyFilm(ctx, filmId)),
  defineReaction("catalog.take_refused_film", assetFailed, (ctx, { assetId, reason }) =>
    takeRefusedFilm(ctx, assetId, reason),
  ),
  defineReaction("catalog.take_abandoned_film", uploadAbandoned, (ctx, { assetId }) =>
    takeAbandonedFilm(ctx, assetId),
  ),
];
