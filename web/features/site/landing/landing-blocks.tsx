import { useLingui } from "@lingui/react/macro";
import { Play } from "lucide-react";
import { lazy, Suspense, type ReactNode } from "react";
import { readFragment } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { startState } from "../../../lib/start-state.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { ClassRail } from "../../catalog/public/class-rail.tsx";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { InstructorFace } from "../../catalog/public/instructor-face.tsx";
import { CourseCard } from "../../courses/public/course-card.tsx";
import type { Block } from "./landing-fragment.ts";

const PriceList = lazy(async () => ({
  default: (await import("../../billing/public/price-list.tsx")).PriceList,
}));

/** The blocks of a landing page, the hero first. */
export function LandingBlocks({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useLingui();
  const [hero] = blocks;
  return (
    <div className="page page-top landing">
      {blocks.map((block) => (
        <BlockView key={block.id} block={block} />
      ))}
      {blocks.length > 1 && hero && (
        <section className="sec landing-end" aria-label={t`Start dancing`}>
          <StartLink hero={hero} />
          <Link className={buttonClass({ tone: "text" })} to={paths.library()}>{t`All classes`}</Link>
        </section>
      )}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  const { t } = useLingui();
  switch (block.kind) {
    case "hero":
      return <Hero block={block} />;
    case "text":
      return <Text block={block} />;
    case "classes":
      return <ClassRail id={block.id} title={block.title || t`Classes`} classes={block.classes} />;
    case "course":
      return (
        <Section block={block} title={t`A course to begin with`}>
          {block.course && (
            <div className="landing-course">
              <CourseCard course={block.course} />
            </div>
          )}
        </Section>
      );
    case "instructors":
      return (
        <Section block={block} title={t`Instructors`}>
          <ul className="landing-people">
            {block.instructors.map(({ slug, name, bio, faceURL }) => (
              <li key={slug}>
                <InstructorFace url={faceURL} size="name" />
                <div>
                  <Link className="strong" to={paths.instructor(slug)}>
                    <bdi>{name}</bdi>
                  </Link>
                  {bio && <p className="muted pretty">{bio}</p>}
                </div>
              </li>
            ))}
          </ul>
        </Section>
      );
    case "prices":
      return (
        <Section block={block} title={t`Plans`}>
          <Suspense>
            <PriceList plans={block.plans} />
          </Suspense>
        </Section>
      );
    case "questions":
      return (
        <Section block={block} title={t`Questions`}>
          <div className="landing-questions">
            {block.items.map(({ id, title, text }) => (
              <details key={id}>
                <summary className="strong">{title}</summary>
                <p className="landing-lines pretty">{text}</p>
              </details>
            ))}
          </div>
        </Section>
      );
    case "quotes":
      return (
        <Section block={block} title={t`What members say`}>
          <ul className="landing-quotes">
            {block.items.map(({ id, title, text }) => (
              <li key={id}>
                <figure>
                  <blockquote className="t3 landing-lines">{text}</blockquote>
                  <figcaption className="muted">
                    <bdi>{title}</bdi>
                  </figcaption>
                </figure>
              </li>
            ))}
          </ul>
        </Section>
      );
  }
}

/** A block under its heading, or under `title` if the studio wrote none. */
function Section({ block, title, children }: { block: Block; title: string; children: ReactNode }) {
  return (
    <section className="sec" aria-labelledby={block.id}>
      <div className="sec-h">
        <h2 className="d2" id={block.id}>
          {block.title || title}
        </h2>
      </div>
      {block.text && <p className="landing-lines landing-lead pretty">{block.text}</p>}
      {children}
    </section>
  );
}

/** The image that is fetched before the scripts: the server preloads it by the same `sizes`. */
function Hero({ block }: { block: Block }) {
  const [first] = block.classes;
  const image = first ? readFragment(ClassSummaryFragment, first).thumbnailImageUrl : null;
  return (
    <article className="stage" data-theme="room" aria-labelledby={block.id}>
      <Picture url={image} sizes="100vw" eager />
      <div className="stage-b">
        <h1 className="d1" id={block.id}>
          {block.title}
        </h1>
        {block.text && <p className="t3 landing-lines">{block.text}</p>}
        <div className="row wrap">
          <StartLink hero={block} />
        </div>
      </div>
    </article>
  );
}

/** Starts the hero's class at once; if it can't be played by everyone now, it leads to the home page. */
function StartLink({ hero }: { hero: Block }) {
  const { t } = useLingui();
  const [first] = hero.classes;
  const found = first ? readFragment(ClassSummaryFragment, first) : null;
  const isPlayable = found && !found.isLocked && found.video.encodingStatus === "available";
  return (
    <Link
      className={buttonClass({ tone: "go", size: "l" })}
      to={isPlayable ? paths.player(found.classId) : paths.dashboard()}
      {...(isPlayable ? { state: startState } : {})}
    >
      <Icon of={Play} />
      {t`Start dancing`}
    </Link>
  );
}

function Text({ block }: { block: Block }) {
  const [first] = block.classes;
  const image = first ? readFragment(ClassSummaryFragment, first).thumbnailImageUrl : null;
  const words = (
    <div className="stack">
      {block.title && (
        <h2 className="d2" id={block.id}>
          {block.title}
        </h2>
      )}
      {block.text && <p className="landing-lines t3 pretty">{block.text}</p>}
    </div>
  );
  return (
    <section className="sec" aria-labelledby={block.title ? block.id : undefined}>
      {image ? (
        <div className="split">
          {words}
          <div className="media" data-theme="room">
            <Picture url={image} sizes="(min-width: 64rem) 46vw, 92vw" />
          </div>
        </div>
      ) : (
        words
      )}
    </section>
  );
}
