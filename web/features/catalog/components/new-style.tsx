import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useLibraryFault } from "./library-error.ts";

const CreateStyle = graphql(`
  mutation CreateStyle($name: String!) {
    createStyle(name: $name) {
      slug
      name
    }
  }
`);

/** Form that adds a dance style. */
export function NewStyle({ onSaved }: { onSaved: () => void }) {
  const { t } = useLingui();
  const [, create] = useMutation(CreateStyle);
  const { form, submit, busy, field, formFault } = useServerForm({
    defaultValues: { name: "" },
    send: async ({ name }) => {
      const { error } = await create({ name });
      if (error) throw error;
      showToast(t`${name.trim()} is a style now.`);
      form.reset();
      onSaved();
    },
    faultOf: useLibraryFault(),
  });
  return (
    <form
      className="studio-library-form"
      aria-label={t`Add a style`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <LineField label={t`New style`} most={60} {...field("name", { required: t`Fill in this field.` })} />
      <p className="hint hint-bad" role="alert">
        {formFault}
      </p>
      <div>
        <Button type="submit" busy={busy}>{t`Add the style`}</Button>
      </div>
    </form>
  );
}
