import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { graphql, type VariablesOf } from "../../../graphql/graphql.ts";
import { useClient } from "../../../graphql/hooks.ts";
import { useDetailsMenu } from "../../../lib/use-details-menu.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useActLabels } from "./act-labels.ts";
import type { ActKind } from "./acts.ts";
import type { ManagedChoices } from "./managed-class.ts";

const ActSheet = lazy(async () => ({ default: (await import("./act-sheet.tsx")).ActSheet }));

const AllIdsQuery = graphql(`
  query ManagedClassIds($filter: ManagedClassFilter!) {
    managedClassIds(filter: $filter)
  }
`);

/** What a menu beside the buttons offers. */
const changes: readonly ActKind[] = [
  "set_instructor",
  "set_level",
  "set_plan",
  "add_category",
  "remove_category",
];

type ActBarProps = {
  chosen: readonly string[];
  choices: ManagedChoices;
  filter: VariablesOf<typeof AllIdsQuery>["filter"];
  onChooseAll: (ids: readonly string[]) => void;
  onClear: () => void;
};

/** What can be done to the chosen classes. */
export function ActBar({ chosen, choices, filter, onChooseAll, onClear }: ActBarProps) {
  const { t } = useLingui();
  const client = useClient();
  const labels = useActLabels();
  const [kind, setKind] = useState<ActKind | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { box, onKeyDown, close } = useDetailsMenu();
  const count = chosen.length;
  const chooseAll = async (): Promise<void> => {
    setBusy(true);
    const { data, error } = await client.query(AllIdsQuery, { filter }, { requestPolicy: "network-only" });
    setBusy(false);
    if (data) return onChooseAll(data.managedClassIds);
    showToast(error?.graphQLErrors[0]?.message ?? t`We couldn’t connect. Try again.`);
  };
  return (
    <section className="managed-bar" aria-label={t`Selected classes`}>
      <p className="strong tn" role="status">
        {plural(count, { one: "# selected", other: "# selected" })}
      </p>
      <button type="button" className="chip" onClick={() => setKind("publish")}>{t`Publish`}</button>
      <button type="button" className="chip" onClick={() => setKind("schedule")}>{t`Schedule`}</button>
      <button type="button" className="chip" onClick={() => setKind("archive")}>{t`Archive`}</button>
      <details ref={box} className="drop managed-change" onKeyDown={onKeyDown}>
        <summary className="chip">
          {t`Change`}
          <Icon of={ChevronDown} size="s" />
        </summary>
        <div>
          {changes.map((one) => (
            <button
              key={one}
              type="button"
              onClick={() => {
                close();
                setKind(one);
              }}
            >
              {labels[one].title}
            </button>
          ))}
        </div>
      </details>
      <span className="managed-bar-end">
        <Button tone="text" busy={isBusy} onClick={() => void chooseAll()}>{t`Select all that match`}</Button>
        <Button tone="text" onClick={onClear}>{t`Clear selection`}</Button>
      </span>
      {kind && (
        <Suspense>
          <ActSheet
            kind={kind}
            ids={chosen}
            choices={choices}
            onDone={onClear}
            onClose={() => setKind(null)}
          />
        </Suspense>
      )}
    </section>
  );
}
