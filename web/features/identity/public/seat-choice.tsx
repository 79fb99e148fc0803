import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";

const SeatsQuery = graphql(`
  query FamilySeats {
    family {
      id
      members {
        id
        name
        isHolder
      }
      seats {
        count
        personIds
      }
    }
  }
`);
const Choose = graphql(`
  mutation FamilySeatsChoose($memberIds: [ID!]!) {
    familySeatsChoose(memberIds: $memberIds) {
      id
      seats {
        count
        personIds
      }
    }
  }
`);

defineCacheUpdates({ familySeatsChoose: invalidateQueries });

/** Who has a seat of the plan, if the family has more profiles than seats. */
export function SeatChoice() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: SeatsQuery, requestPolicy: "cache-and-network" });
  const [{ fetching }, choose] = useMutation(Choose);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { members = [], seats = null } = data?.family ?? {};
  if (!seats || members.length <= seats.count) return null;
  const others = members.filter(({ isHolder }) => !isHolder);
  const left = seats.count - 1;
  const seated = chosen ?? new Set(seats.personIds);
  const taken = others.filter(({ id }) => seated.has(id)).length;
  const toggle = (id: string): void => {
    const next = new Set(seated);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const save = async (): Promise<void> => {
    setFault(null);
    const memberIds = others.filter(({ id }) => seated.has(id)).map(({ id }) => id);
    const { error } = await choose({ memberIds });
    if (error) return setFault(t`Couldn’t save. Try again.`);
    setChosen(null);
    showToast(t`Profiles saved.`);
  };
  return (
    <fieldset className="stack gap-3">
      <legend className="strong">
        {t`Your plan is for ${plural(seats.count, { one: "# person", other: "# people" })}.`}
      </legend>
      <p className="muted pretty">{t`Other profiles see free classes. Nothing of theirs is deleted.`}</p>
      {left > 0 && (
        <>
          {others.map(({ id, name }) => (
            <label key={id} className="opt">
              <input
                className="check"
                type="checkbox"
                checked={seated.has(id)}
                disabled={!seated.has(id) && taken >= left}
                onChange={() => toggle(id)}
              />
              <bdi>{name}</bdi>
            </label>
          ))}
          <p role="alert" className="hint hint-bad empty:hidden">
            {fault}
          </p>
          <div>
            <Button busy={fetching} onClick={() => void save()}>
              {t`Save`}
            </Button>
          </div>
        </>
      )}
    </fieldset>
  );
}
