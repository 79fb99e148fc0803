import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { showToast } from "../../../ui/toast.ts";

const CopyClass = graphql(`
  mutation CopyClass($classId: ID!, $idempotencyKey: String!) {
    copyClass(classId: $classId, idempotencyKey: $idempotencyKey) {
      id
      classId
    }
  }
`);
defineCacheUpdates({ copyClass: invalidating("drafts", "managedClasses", "managedClassCounts") });

/** Copies a class as a draft and opens it. A second press while it runs, or after a lost answer, gets the same draft. */
export function useCopyClass(): { copy: (classId: string) => Promise<void>; isCopying: boolean } {
  const { t } = useLingui();
  const [{ fetching }, send] = useMutation(CopyClass);
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const navigate = useNavigate();
  const copy = async (classId: string): Promise<void> => {
    const { data } = await send({ classId, idempotencyKey });
    if (!data) return showToast(t`Couldn’t duplicate the class. Try again.`);
    setKey(crypto.randomUUID());
    await navigate({ to: paths.editClass(data.copyClass.classId) });
    showToast(t`Draft created. Next, add a video.`);
  };
  return { copy, isCopying: fetching };
}
