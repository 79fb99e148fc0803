import { useLingui } from "@lingui/react/macro";
import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { Select } from "../../../ui/select.tsx";

const ChoicesQuery = graphql(`
  query ComparedClasses($days: Int) {
    figuresOfClasses(days: $days, pagination: { first: 50 }) {
      items {
        classId
        title
        plays
      }
    }
  }
`);

/** Chooses a class to set beside this one: the most danced that the viewer may see. */
export function CompareWith({
  classId,
  days,
  value,
  onChoose,
}: {
  /** The class itself. */
  classId: string;
  days: number | null;
  /** The chosen class; empty for none. */
  value: string;
  onChoose: (classId: string) => void;
}) {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: ChoicesQuery, variables: { days } });
  const items = data?.figuresOfClasses.items ?? [];
  const others = items.filter((one) => one.classId !== classId && one.plays !== null);
  if (others.length === 0) return null;
  return (
    <Select
      label={t`Compare with`}
      value={value}
      onChoose={onChoose}
      options={[
        { value: "", label: t`No class` },
        ...others.map((one) => ({ value: one.classId, label: one.title })),
      ]}
    />
  );
}
