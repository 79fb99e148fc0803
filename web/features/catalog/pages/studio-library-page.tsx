import "./studio-library.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import type { Goal } from "../components/goal-checks.tsx";
import { EditedInstructorFragment } from "../components/instructor-fragment.ts";
import { PageSkeleton } from "../../studio/public/page-skeleton.tsx";

// The form library isn't part of the first load.
const InstructorForm = lazy(async () => ({
  default: (await import("../components/instructor-form.tsx")).InstructorForm,
}));
const CategoryGoals = lazy(async () => ({
  default: (await import("../components/category-goals.tsx")).CategoryGoals,
}));
const EntryForm = lazy(async () => ({ default: (await import("../components/entry-form.tsx")).EntryForm }));
const EntryImage = lazy(async () => ({
  default: (await import("../components/entry-image.tsx")).EntryImage,
}));
const NewCategory = lazy(async () => ({
  default: (await import("../components/new-category.tsx")).NewCategory,
}));
const NewEntry = lazy(async () => ({ default: (await import("../components/new-entry.tsx")).NewEntry }));

const Translations = lazy(async () => ({
  default: (await import("../../site/public/translations.tsx")).Translations,
}));

const StudioLibraryQuery = graphql(
  `
    query StudioLibrary {
      editedInstructors {
        slug
        ...EditedInstructor
      }
      styles {
        slug
        name
      }
      sections {
        slug
        name
        description
      }
      categories {
        slug
        name
        description
        section
        classCount
        goals
      }
      studioQuestions {
        type
        options {
          slug
          label
          isRetired
        }
      }
    }
  `,
  [EditedInstructorFragment],
);

type Question = { type: string; options: readonly (Goal & { isRetired: boolean })[] };

/** Unique goals that the goal questions offer. */
function goalsOf(questions: readonly Question[]): Goal[] {
  const offered = questions
    .filter(({ type }) => type.startsWith("dance_goals_") || type === "family_goal")
    .flatMap(({ options }) => options.filter(({ isRetired }) => !isRetired));
  return [...new Map(offered.map((goal) => [goal.slug, goal])).values()];
}

/** The library's instructors, styles and categories. */
export function Page() {
  const { t } = useLingui();
  const query = useQuery({ query: StudioLibraryQuery, requestPolicy: "cache-and-network" });
  const [{ data }, again] = query;
  const goals = goalsOf(data?.studioQuestions ?? []);
  const instructors = (data?.editedInstructors ?? []).map((one) =>
    readFragment(EditedInstructorFragment, one),
  );
  const reload = () => again({ requestPolicy: "network-only" });
  return (
    <StudioPage
      title={t`Library`}
      note={t`Manage instructors, styles, categories, and sections. URLs don’t change when you rename.`}
      query={query}
    >
      {data && (
        <Suspense fallback={<PageSkeleton />}>
          <section className="stack" aria-labelledby="library-instructors">
            <h2 className="t3" id="library-instructors">{t`Instructors`}</h2>
            {data.editedInstructors.length === 0 && (
              <p className="muted">{t`No instructors yet. Add one to create a class.`}</p>
            )}
            <ul className="studio-library">
              {data.editedInstructors.map((instructor) => {
                const { slug, name, username, classCount } = readFragment(
                  EditedInstructorFragment,
                  instructor,
                );
                return (
                  <li key={slug}>
                    <details>
                      <summary>
                        <bdi className="strong">{name}</bdi>
                        <span className="facts t1 muted">
                          <span>{username ? `@${username}` : t`No account`}</span>
                          <span className="tn">
                            {plural(classCount, { one: "# class", other: "# classes" })}
                          </span>
                        </span>
                        <Icon of={ChevronDown} />
                      </summary>
                      <InstructorForm instructor={instructor} entries={instructors} onSaved={reload} />
                      <EntryImage kind="instructor" entry={{ slug, name }} />
                    </details>
                  </li>
                );
              })}
              <li>
                <details>
                  <summary>
                    <span className="link">{t`Add an instructor`}</span>
                    <Icon of={ChevronDown} />
                  </summary>
                  {/* Remounted after an item is added. */}
                  <InstructorForm
                    key={data.editedInstructors.length}
                    instructor={null}
                    entries={instructors}
                    onSaved={reload}
                  />
                </details>
              </li>
            </ul>
          </section>
          <section className="stack" aria-labelledby="library-styles">
            <h2 className="t3" id="library-styles">{t`Styles`}</h2>
            {data.styles.length > 0 && (
              <ul className="studio-library">
                {data.styles.map((style) => (
                  <li key={style.slug}>
                    <details>
                      <summary>
                        <span className="strong">{style.name}</span>
                        <Icon of={ChevronDown} />
                      </summary>
                      <EntryForm
                        key={style.name}
                        kind="style"
                        entry={style}
                        entries={data.styles}
                        onSaved={reload}
                      />
                    </details>
                  </li>
                ))}
              </ul>
            )}
            <NewEntry kind="style" onSaved={reload} />
            <Translations kind="style" title={t`Translations of styles`} />
          </section>
          <section className="stack" aria-labelledby="library-categories">
            <h2 className="t3" id="library-categories">{t`Categories`}</h2>
            {data.sections.map((section) => {
              const held = data.categories.filter((category) => category.section === section.slug);
              return (
                held.length > 0 && (
                  <div className="stack gap-2" key={section.slug}>
                    <h3 className="t1 muted">{section.name}</h3>
                    <ul className="studio-library">
                      {held.map((category) => (
                        <li key={category.slug}>
                          <details>
                            <summary>
                              <span className="strong">{category.name}</span>
                              <span className="facts t1 muted tn">
                                <span>
                                  {plural(category.classCount, { one: "# class", other: "# classes" })}
                                </span>
                                <span>
                                  {plural(category.goals.length, { one: "# goal", other: "# goals" })}
                                </span>
                              </span>
                              <Icon of={ChevronDown} />
                            </summary>
                            <EntryForm
                              key={category.name}
                              kind="category"
                              entry={category}
                              entries={data.categories}
                              onSaved={reload}
                            />
                            <CategoryGoals category={category} goals={goals} />
                          </details>
                        </li>
                      ))}
                    </ul>
                  </div>
                )
              );
            })}
            <NewCategory sections={data.sections} goals={goals} onSaved={reload} />
            <ul className="studio-library">
              <li>
                <details>
                  <summary>
                    <span className="link">{t`Edit sections`}</span>
                    <Icon of={ChevronDown} />
                  </summary>
                  <ul className="studio-library">
                    {data.sections.map((section) => (
                      <li key={section.slug}>
                        <details>
                          <summary>
                            <span className="strong">{section.name}</span>
                            <Icon of={ChevronDown} />
                          </summary>
                          <EntryForm
                            key={section.name}
                            kind="section"
                            entry={section}
                            entries={data.sections}
                            onSaved={reload}
                          />
                        </details>
                      </li>
                    ))}
                  </ul>
                  <NewEntry kind="section" onSaved={reload} />
                </details>
              </li>
            </ul>
            <Translations kind="section" title={t`Translations of sections`} />
            <Translations kind="category" title={t`Translations of categories`} />
            <Translations kind="part" title={t`Translations of part titles`} />
          </section>
        </Suspense>
      )}
    </StudioPage>
  );
}
