import "./class-rating.css";
import { useLingui } from "@lingui/react/macro";
import { Heart } from "lucide-react";
import { useId } from "react";
import { ratingShare } from "../../../../contract/ratings.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { formatShare } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { type ClassRating, useRateClass } from "../actions/rate-class.ts";

const ClassRatingQuery = graphql(`
  query ClassRating($id: ID!) {
    studioClass(id: $id) {
      id
      foundRightPercent
      userProgress {
        completed
        percent
        time {
          hour
          minute
          second
        }
      }
      myRating {
        difficulty
        isLoved
      }
    }
  }
`);
type Rated = NonNullable<ResultOf<typeof ClassRatingQuery>["studioClass"]>;

const unrated: ClassRating = { difficulty: null, isLoved: false };

/** Whether the server takes a rating: by the practice that it has recorded. */
const mayRate = ({ userProgress }: Rated): boolean =>
  userProgress !== null && (userProgress.completed || userProgress.percent >= ratingShare * 100);

/** The viewer's rating on the player's last screen. `onRate`: they take the time to rate. */
export function RateDancedClass({ id, onRate }: { id: string; onRate?: () => void }) {
  const [{ data }] = useQuery({ query: ClassRatingQuery, variables: { id } });
  const found = data?.studioClass;
  return found && mayRate(found) ? <RatingFields key={found.id} found={found} onRate={onRate} /> : null;
}

/** What dancers found, and the viewer's own rating once they have danced enough of the class. */
export function ClassRatingSection({ id }: { id: string }) {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: ClassRatingQuery, variables: { id } });
  const found = data?.studioClass;
  if (!found) return null;
  const percent = found.foundRightPercent;
  const share = formatShare((percent ?? 0) / 100);
  const canRate = mayRate(found);
  if (percent === null && !canRate) return null;
  return (
    <div className="rating-section">
      {percent !== null && <p className="muted tn">{t`${share} of dancers found the level right.`}</p>}
      {canRate && <RatingFields key={found.id} found={found} />}
    </div>
  );
}

function RatingFields({ found, onRate }: { found: Rated; onRate?: (() => void) | undefined }) {
  const { t } = useLingui();
  const headingId = useId();
  const { rating, change: rate } = useRateClass(found.id, found.myRating ?? unrated);
  const change = (changed: Partial<ClassRating>): void => {
    onRate?.();
    rate({ ...rating, ...changed });
  };
  const labels = {
    too_easy: t`Too easy`,
    right: t({ message: "Right", comment: "How hard a class was: neither too easy nor too hard." }),
    too_hard: t`Too hard`,
  };
  const values = ["too_easy", "right", "too_hard"] as const;
  return (
    <section className="rating" aria-labelledby={headingId}>
      <h2 className="t4" id={headingId}>{t`How was it?`}</h2>
      <div className="row wrap gap-2">
        <div className="row wrap gap-2" role="group" aria-label={t`How hard it was`}>
          {values.map((value) => (
            <Button
              key={value}
              size="s"
              chosen={rating.difficulty === value}
              aria-pressed={rating.difficulty === value}
              // A second press withdraws it.
              onClick={() => change({ difficulty: rating.difficulty === value ? null : value })}
            >
              {labels[value]}
            </Button>
          ))}
        </div>
        <Button
          size="s"
          icon={Heart}
          chosen={rating.isLoved}
          aria-pressed={rating.isLoved}
          onClick={() => change({ isLoved: !rating.isLoved })}
        >
          {t`I’d dance it again`}
        </Button>
      </div>
    </section>
  );
}
