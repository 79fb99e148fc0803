import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useLibraryFault } from "./library-error.ts";

const CreateSection = graphql(`
  mutation CreateSection($name: String!, $description: String) {
    createSection(name: $name, description: $description) {
      slug
      name
    }
  }
`);

/** Form that adds a section to the library. */
export function NewSection({ onSaved }: { onSaved: () => void }) {
  const { t } = useLingui();
  const [, create] = useMutation(CreateSection);
  const { form, submit, busy, field, formFault } = useServerForm({
    defaultValues: { name: "", description: "" },
    send: async ({ name, description }) => {
      const { error } = await create({ name, description: description.trim() || null });
      if (error) throw error;
      showToast(t`${name.trim()} is a section now.`);
      form.reset();
      onSaved();
    },
    faultOf: useLibraryFault(),
  });
  return (
    <form
      className="studio-library-form"
      aria-label={t`Add a section`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <LineField label={t`New section`} most={60} {...field("name", { required: t`Fill in this field.` })} />
      <LineField label={t`What it is for`} most={300} {...field("description")} />
      <p className="hint hint-bad empty:hidden" role="alert">
        {formFault}
      </p>
      <div>
        <Button type="submit" busy={busy}>{t`Add the section`}</Button>
      </div>
    </form>
  );
}
