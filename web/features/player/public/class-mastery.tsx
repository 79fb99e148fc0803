import "./class-mastery.css";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { EightBlocks } from "../controls/eight-blocks.tsx";
import { LevelChoice } from "../controls/mastery/level-choice.tsx";
import { SetMasteryMutation } from "../controls/mastery/use-mastery.ts";

const ClassMasteryQuery = graphql(`
  query ClassMastery($id: ID!) {
    studioClass(id: $id) {
      id
      classId
      isInstructor
      mastery {
        partIndex
        level
        isSelfReported
        tempo
        dueAt
      }
      parts {
        index
        title
        eights
      }
    }
  }
`);

/** Mastery of each part on the class's page, once the dancer has begun. Instructors and staff also get links to the studio's pages. */
export function ClassMastery({ id }: { id: string }) {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: ClassMasteryQuery, variables: { id } });
  const [, say] = useMutation(SetMasteryMutation);
  const found = data?.studioClass;
  if (!found) return null;
  return (
    <>
      {found.mastery.some(({ level }) => level !== "none") && (
        <section className="known" aria-labelledby="know">
          <h2 className="t4" id="know">{t`Your progress`}</h2>
          <ol>
            {found.parts.map(({ index, title, eights }) => {
              const known = found.mastery.find(({ partIndex }) => partIndex === index);
              return (
                <li key={index}>
                  <b className="num">{index}</b>
                  <EightBlocks eights={eights} level={known?.level ?? "none"} />
                  <LevelChoice
                    title={title}
                    known={known}
                    onSay={(level) => void say({ classId: id, partIndex: index, level })}
                  />
                </li>
              );
            })}
          </ol>
        </section>
      )}
      {found.isInstructor && (
        <nav className="known" aria-labelledby="taught">
          <h2 className="t4" id="taught">{t`Instructor tools`}</h2>
          <p className="row wrap">
            <Link className="link strong" to={paths.loops(found.classId)}>{t`Loop heatmap`}</Link>
            <Link className="link strong" to={paths.beat(found.classId)}>{t`Tempo and counts`}</Link>
          </p>
        </nav>
      )}
    </>
  );
}
