import { cachedFragment, defineCacheUpdates, invalidateList } from "../../../graphql/cache.ts";

const Following = cachedFragment(`
  fragment CachedFollowing on Category {
    slug
    isFollowing
  }
`);

/**
 * Import it next to each document that sends `followCategories`. The result is the whole set: other
 * categories aren't followed.
 */
defineCacheUpdates(
  {
    followCategories(_result, { categories: followed }, cache, { optimistic }) {
      const slugs = new Set(Array.isArray(followed) ? followed : []);
      for (const { fieldName, fieldKey } of cache.inspectFields("Query")) {
        if (fieldName !== "categories") continue;
        const found = cache.resolve("Query", fieldKey);
        for (const key of Array.isArray(found) ? found : []) {
          const slug = typeof key === "string" ? cache.resolve(key, "slug") : null;
          if (typeof slug === "string")
            cache.writeFragment(Following(), { slug, isFollowing: slugs.has(slug) });
        }
      }
      if (!optimistic) for (const list of ["forYouClasses", "weekPlan"]) invalidateList(cache, list);
    },
  },
  {
    followCategories: ({ categories }) =>
      (categories as string[]).map((slug) => ({ __typename: "Category", slug, isFollowing: true })),
  },
);
