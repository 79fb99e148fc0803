/** Cache updates that mutations of several features share. Each feature loads them with its own mutations. */
import type { Cache, UpdateResolver } from "@urql/exchange-graphcache";
import { cachedFragment, invalidateList } from "./cache.ts";

/** GraphQL types that can be liked and reported, by the contract's `ContentType`. */
export const contentTypes = { post: "Post", comment: "Comment", video_upload: "VideoUpload" } as const;

/** Returns an update that invalidates these lists. */
export const invalidating =
  (...lists: readonly string[]): UpdateResolver =>
  (_result, _arguments, cache) => {
    for (const list of lists) invalidateList(cache, list);
  };

/** Like `invalidating`, but only after the server's response. An optimistic response leaves the lists alone. */
export const invalidatingLater =
  (...lists: readonly string[]): UpdateResolver =>
  (_result, _arguments, cache, { optimistic }) => {
    if (!optimistic) for (const list of lists) invalidateList(cache, list);
  };

/** Invalidates every query except these fields and the configuration. */
export const invalidatingAllBut =
  (...exempt: readonly string[]): UpdateResolver =>
  (_result, _arguments, cache) => {
    for (const { fieldName, arguments: asked } of cache.inspectFields("Query"))
      if (fieldName !== "configs" && !exempt.includes(fieldName)) cache.invalidate("Query", fieldName, asked);
  };

/** A subscription affects everything: access, prices and the next charge. */
export const invalidateQueries = invalidatingAllBut();

/** The week's plan and the alternatives to its classes. */
export const invalidatePlans = invalidating("weekPlan", "planAlternatives");

/** Writes fields of one entity. `data` holds its id and the fields. */
export function patchEntity(
  cache: Cache,
  typename: string,
  data: { id: unknown } & Record<string, unknown>,
): void {
  const fields = Object.keys(data);
  cache.writeFragment(
    cachedFragment(`fragment ${fields.join("_")}_of_${typename} on ${typename} { ${fields.join(" ")} }`)(),
    data,
  );
}

/** Invalidates posts and comments, which depend on blocks, mutes and new content. */
export function invalidateDiscussions(cache: Cache): void {
  invalidateList(cache, "posts");
  for (const { fieldName, fieldKey } of cache.inspectFields("Query")) {
    const key = cache.resolve("Query", fieldKey);
    if (typeof key !== "string") continue;
    if (["post", "studioClass", "videoUpload"].includes(fieldName)) invalidateList(cache, "discussion", key);
    if (fieldName === "comment") invalidateList(cache, "replyPage", key);
  }
}
