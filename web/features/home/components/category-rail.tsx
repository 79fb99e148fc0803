import { useLingui } from "@lingui/react/macro";
import { Rail } from "../../catalog/public/class-rail.tsx";
import { CategoryPoster, type CategoryProps } from "./category-card.tsx";

/** All categories as posters in a row. */
export function CategoryRail({
  categories,
}: {
  categories: readonly (CategoryProps["category"] & { slug: string })[];
}) {
  const { t } = useLingui();
  return (
    <Rail id="floors" title={t`Browse by section`} posters>
      {categories.map((category) => (
        <li key={category.slug}>
          <CategoryPoster category={category} />
        </li>
      ))}
    </Rail>
  );
}
