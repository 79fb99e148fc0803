import { plural } from "@lingui/core/macro";
import { Link } from "../../../lib/router/index.ts";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { CategoryCardFragment } from "./category-fragment.ts";

export type CategoryProps = { category: FragmentOf<typeof CategoryCardFragment> };

/** A category as one large image with its text below. */
export function CategoryCard({ category }: CategoryProps) {
  const { slug, name, description, previewThumbnailUrl, imageFocus } = readFragment(
    CategoryCardFragment,
    category,
  );
  return (
    <Link className="card" to={paths.category(slug)}>
      <div className="media media-4x3" data-theme="room">
        <Picture url={previewThumbnailUrl} focus={imageFocus} sizes="(min-width: 64rem) 46vw, 92vw" />
      </div>
      <div>
        <h3 className="t4">{name}</h3>
        <p className="muted pretty">{description}</p>
      </div>
    </Link>
  );
}

/** A category as a band: text on one side, its image on the other. */
export function CategoryBand({ category, lead }: CategoryProps & { lead: string }) {
  const found = readFragment(CategoryCardFragment, category);
  return (
    <section className="sec band" aria-labelledby="band">
      <div className="band-b">
        <p className="t1 muted">{lead}</p>
        <h2 className="d2 d2-band" id="band">
          {found.name}
        </h2>
        <p className="muted pretty">{found.description}</p>
        <Link className={buttonClass()} to={paths.category(found.slug)}>
          {plural(found.classCount, { one: "See # class", other: "See # classes" })}
        </Link>
      </div>
      <figure data-theme="room">
        <Picture
          url={found.previewThumbnailUrl}
          focus={found.imageFocus}
          sizes="(min-width: 56rem) 46vw, 92vw"
        />
      </figure>
    </section>
  );
}

/** A category as a portrait poster. */
export function CategoryPoster({ category }: CategoryProps) {
  const { slug, name, classCount, previewThumbnailUrl, imageFocus } = readFragment(
    CategoryCardFragment,
    category,
  );
  return (
    <Link className="card" to={paths.category(slug)}>
      <div className="media media-3x4" data-theme="room">
        <Picture url={previewThumbnailUrl} focus={imageFocus} sizes="(min-width: 64rem) 36vw, 80vw" />
      </div>
      <div>
        <h3 className="card-name">{name}</h3>
        <p className="facts">
          <span>{plural(classCount, { one: "# class", other: "# classes" })}</span>
        </p>
      </div>
    </Link>
  );
}
