import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { linesOf } from "../../../lib/forms/lines-of.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { EntryImage } from "./entry-image.tsx";
import { InstructorFields } from "./instructor-fields.tsx";
import { useLibraryFault } from "./library-error.ts";

const ChangeOwnPage = graphql(`
  mutation ChangeOwnInstructorPage($bio: String, $links: [String!]!) {
    changeOwnInstructorPage(bio: $bio, links: $links) {
      slug
    }
  }
`);
defineCacheUpdates({
  changeOwnInstructorPage: invalidating("instructorBySlugPublic", "editedInstructors"),
});

type OwnPageProps = {
  instructor: { slug: string; name: string; bio: string | null; links: readonly string[] };
};

/** The button by which teachers edit their own page: photo, description and links. */
export function OwnPage({ instructor }: OwnPageProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{t`Edit your page`}</Button>
      {isOpen && <EditSheet instructor={instructor} onClose={() => setOpen(false)} />}
    </div>
  );
}

function EditSheet({ instructor, onClose }: OwnPageProps & { onClose: () => void }) {
  const { t } = useLingui();
  const [, change] = useMutation(ChangeOwnPage);
  const { submit, busy, field, formFault } = useServerForm({
    defaultValues: { bio: instructor.bio ?? "", links: instructor.links.join("\n") },
    send: async ({ bio, links }) => {
      const { error } = await change({ bio: bio.trim() || null, links: linesOf(links) });
      if (error) throw error;
      showToast(t`Saved.`);
      onClose();
    },
    faultOf: useLibraryFault(),
  });
  return (
    <Sheet title={t`Your page`} closeLabel={t`Close`} onClose={onClose}>
      <EntryImage kind="instructor" entry={instructor} />
      <form className="stack gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <InstructorFields label={t`About you`} field={field} />
        <p className="t1 muted">{t`Everyone sees what you save. Editors change your name.`}</p>
        <p className="hint hint-bad empty:hidden" role="alert">
          {formFault}
        </p>
        <div className="row wrap">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" tone="go" busy={busy}>
            {t`Save`}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
