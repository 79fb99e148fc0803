import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { EditedClassFragment, type EditedClass } from "./edited-class.ts";

const SetReleaseAudience = graphql(
  `
    mutation SetReleaseAudience($classId: ID!, $audience: ReleaseAudience!) {
      setReleaseAudience(classId: $classId, audience: $audience) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

const FollowerCountQuery = graphql(`
  query FollowerCount($id: ID!) {
    editedClass(classId: $id) {
      id
      followerCount
    }
  }
`);

/** Whom publishing a class notifies, also when it is published on schedule. */
export function ReleaseAudience({ found }: { found: EditedClass }) {
  const { t } = useLingui();
  const [{ data }] = useQuery({
    query: FollowerCountQuery,
    variables: { id: found.id },
    requestPolicy: "cache-and-network",
  });
  const count = data?.editedClass?.followerCount;
  const [, send] = useMutation(SetReleaseAudience);
  // Shown until the answer is there; a rejection shows the stored one again.
  const [chosen, setChosen] = useState<EditedClass["releaseAudience"] | null>(null);
  return (
    <Select
      label={t`Notify when published`}
      value={chosen ?? found.releaseAudience}
      options={[
        { value: "followers", label: count === undefined ? t`Followers` : t`Followers (${count})` },
        { value: "everyone", label: t`Everyone who can open it` },
        { value: "no_one", label: t`No one` },
      ]}
      onChoose={async (audience) => {
        setChosen(audience);
        const { error } = await send({ classId: found.id, audience });
        setChosen(null);
        if (error) showToast(t`Couldn’t save. Try again.`);
      }}
    />
  );
}
