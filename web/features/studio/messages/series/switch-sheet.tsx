import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { hasCode } from "../../../../graphql/codes.ts";
import { graphql } from "../../../../graphql/graphql.ts";
import { useMutation, useQuery, type CombinedError } from "../../../../graphql/hooks.ts";
import { Segments } from "../../../../ui/segments.tsx";
import { ActDialog } from "../../public/act-dialog.tsx";
import { SwitchSeries, type EditedSeries } from "./series-fragment.ts";

const EarlierQuery = graphql(`
  query SeriesEarlierPeople($id: ID!) {
    series(id: $id) {
      id
      earlierPeople {
        people
        isCapped
      }
    }
  }
`);

/** Switches a series on, after it said whom it would reach; or off. */
export function SwitchSheet({ series, onClose }: { series: EditedSeries; onClose: () => void }) {
  const { t } = useLingui();
  const { id, version, isOn } = series;
  const [whom, setWhom] = useState<"new" | "all">("new");
  const [, change] = useMutation(SwitchSeries);
  const explain = (error: CombinedError): string | null =>
    hasCode(error, "CHANGED_MEANWHILE")
      ? t`Someone else edited this series. Close the dialog and reload.`
      : (error.graphQLErrors[0]?.message ?? null);
  return (
    <ActDialog
      title={isOn ? t`Switch this series off?` : t`Switch this series on?`}
      action={isOn ? t`Switch off` : t`Switch on`}
      done={isOn ? t`The series is off.` : t`The series is on.`}
      isReady
      explain={explain}
      onAct={() => change({ series: id, version, isOn: !isOn, includesEarlier: whom === "all" })}
      onClose={onClose}
    >
      {isOn ? (
        <p>{t`It sends no more messages. Its figures stay.`}</p>
      ) : (
        <>
          <Segments
            label={t`For whom`}
            options={[
              { value: "new", label: t`New people` },
              { value: "all", label: t`New and earlier people` },
            ]}
            value={whom}
            onChoose={setWhom}
          />
          <EarlierPeople id={id} isIncluded={whom === "all"} />
        </>
      )}
    </ActDialog>
  );
}

function EarlierPeople({ id, isIncluded }: { id: string; isIncluded: boolean }) {
  const { t, i18n } = useLingui();
  const [{ data, error }] = useQuery({
    query: EarlierQuery,
    variables: { id },
    requestPolicy: "network-only",
  });
  if (!data) return <p role="status">{error ? t`Couldn’t count.` : t`Counting…`}</p>;
  const { people, isCapped } = data.series.earlierPeople;
  const counted = i18n.number(people);
  const earlier = isCapped
    ? t`More than ${counted} people are in it already.`
    : plural(people, {
        0: "No one is in it already.",
        one: "# person is in it already.",
        other: "# people are in it already.",
      });
  return (
    <p role="status" className="pretty">
      {earlier}{" "}
      {people > 0 &&
        (isIncluded ? t`They get the messages that are due from now on.` : t`They won’t get its messages.`)}
    </p>
  );
}
