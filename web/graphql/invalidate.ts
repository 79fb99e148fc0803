/** Cache updates that mutations of several features share. Each feature's code loads them with its own mutations. */
import { gql } from "@urql/core";
import type { Cache, UpdateResolver } from "@urql/exchange-graphcache";
import { invalidateList } from "./cache.ts";

/** The types that can be liked and reported, by the contract's `ContentType`. */
export const contentTypes = { post: "Post", comment: "Comment", video_upload: "VideoUpload" } as const;

/** Returns an update that marks these lists as stale. */
export const invalidating =
  (...lists: readonly string[]): UpdateResolver =>
  (_result, _arguments, cache) => {
    for (const list of lists) invalidateList(cache, list);
  };

/** The same, once the server has answered: an optimistic answer leaves the lists alone. */
export const invalidatingLater =
  (...lists: readonly string[]): UpdateResolver =>
  (_result, _arguments, cache, { optimistic }) => {
    if (!optimistic) for (const list of lists) invalidateList(cache, list);
  };

/** Marks every query as stale, except those of these fields and the configuration. */
export const invalidatingAllBut =
  (...exempt: readonly string[]): UpdateResolver =>
  (_result, _arguments, cache) => {
    for (const { fieldName, arguments: asked } of cache.inspectFields("Query"))
      if (fieldName !== "configs" && !exempt.includes(fieldName)) cache.invalidate("Query", fieldName, asked);
  };

/** Everything depends on a subscription: access, prices and the next charge. */
export const invalidateQueries = invalidatingAllBut();

/** The week's plan and what could take a class's place in it. */
export const invalidatePlans = invalidating("weekPlan", "planAlternatives");

/** Writes fields of one entity. `data` holds its id and the fields. */
export function patchEntity(
  cache: Cache,
  typename: string,
  data: { id: unknown } & Record<string, unknown>,
): void {
  const fields = Object.keys(data);
  cache.writeFragment(
    gql(`fragment ${fields.join("_")}_of_${typename} on ${typename} { ${fields.join(" ")} }`),
    data,
  );
}

/** Posts and comments depend on who is blocked or muted, and on what was written. */
export function invalidateDiscussions(cache: Cache): void {
  invalidateList(cache, "posts");
  for (const { fieldName, fieldKey } of cache.inspectFields("Query")) {
    const key = cache.resolve("Query", fieldKey);
    if (typeof key !== "string") continue;
    if (["post", "studioClass", "videoUpload"].includes(fieldName)) invalidateList(cache, "discussion", key);
    if (fieldName === "comment") invalidateList(cache, "replyPage", key);
  }
}
