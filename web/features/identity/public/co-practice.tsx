import { useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Icon } from "../../../ui/icon.tsx";
import { showToast } from "../../../ui/toast.ts";
import { FamilyQuery, useFamilyActions } from "../actions/family.ts";

type Member = { id: string; name: string | null };

/** Selects the profiles that practice along, except the active one. */
export function CoPracticeChips({
  members,
  activeId,
  ids,
}: {
  members: readonly Member[];
  activeId: string;
  ids: readonly string[];
}) {
  const { t } = useLingui();
  const { together } = useFamilyActions();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(ids));
  const press = async (id: string): Promise<void> => {
    const before = chosen;
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
    try {
      await together([...next]);
    } catch {
      setChosen(before);
      showToast(t`Couldn’t update who’s dancing. Try again.`);
    }
  };
  return (
    <div className="row wrap" role="group" aria-label={t`Also dancing`}>
      {members
        .filter(({ id }) => id !== activeId)
        .map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="chip"
            aria-pressed={chosen.has(id)}
            onClick={() => void press(id)}
          >
            {chosen.has(id) && <Icon of={Check} size="s" />}
            <bdi>{name}</bdi>
          </button>
        ))}
    </div>
  );
}

const SizeQuery = graphql(`
  query FamilySize {
    me {
      id
      familySize
    }
  }
`);

/** On a class: the profiles that it also counts for. Renders nothing for a single profile. */
export function CoPracticeLine() {
  const [{ data }] = useQuery({ query: SizeQuery });
  return (data?.me?.familySize ?? 1) > 1 ? <Companions /> : null;
}

function Companions() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: FamilyQuery });
  if (!data) return null;
  return (
    <div className="stack gap-2">
      <p className="t1 muted">{t`Also counts for:`}</p>
      <CoPracticeChips
        members={data.family.members}
        activeId={data.family.activeId}
        ids={data.coPracticeOf.map(({ id }) => id)}
      />
    </div>
  );
}
