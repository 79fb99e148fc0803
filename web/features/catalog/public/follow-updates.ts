import type { Cache } from "@urql/exchange-graphcache";
import { cachedFragment, defineCacheUpdates, invalidateList } from "../../../graphql/cache.ts";
import { patchEntity } from "../../../graphql/invalidate.ts";

const Following = cachedFragment(`
  fragment CachedFollowing on Category {
    slug
    isFollowing
  }
`);

/** A category says twice that it is followed: itself, and in `follow`. */
function writeCategory(cache: Cache, slug: string, isFollowing: boolean): void {
  cache.writeFragment(Following(), { slug, isFollowing });
  patchEntity(cache, "Follow", { id: `category:${slug}`, isFollowing });
}

const invalidateSuggestions = (cache: Cache): void => {
  for (const list of ["forYouClasses", "weekPlan"]) invalidateList(cache, list);
};

/**
 * Import it next to each document that sends `setFollow` or `followCategories`. The result of the latter is the whole set: other
 * categories aren't followed.
 */
defineCacheUpdates(
  {
    setFollow(_result, { kind, slug, following }, cache, { optimistic }) {
      if (kind === "category") writeCategory(cache, String(slug), following === true);
      if (optimistic) return;
      invalidateSuggestions(cache);
      invalidateList(cache, "follows");
    },
    followCategories(_result, { categories: followed }, cache, { optimistic }) {
      const slugs = new Set(Array.isArray(followed) ? followed : []);
      for (const { fieldName, fieldKey } of cache.inspectFields("Query")) {
        if (fieldName !== "categories") continue;
        const found = cache.resolve("Query", fieldKey);
        for (const key of Array.isArray(found) ? found : []) {
          const slug = typeof key === "string" ? cache.resolve(key, "slug") : null;
          if (typeof slug === "string") writeCategory(cache, slug, slugs.has(slug));
        }
      }
      if (optimistic) return;
      invalidateSuggestions(cache);
      invalidateList(cache, "follows");
    },
  },
  {
    setFollow: ({ kind, slug, following }) => ({
      __typename: "Follow",
      id: `${String(kind)}:${String(slug)}`,
      isFollowing: following === true,
    }),
    followCategories: ({ categories }) =>
      (categories as string[]).map((slug) => ({ __typename: "Category", slug, isFollowing: true })),
  },
);
