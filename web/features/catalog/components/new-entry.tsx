import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useLibraryFault } from "./library-error.ts";

const CreateStyle = graphql(`
  mutation CreateStyle($name: String!) {
    createStyle(name: $name) {
      slug
      name
    }
  }
`);
const CreateSection = graphql(`
  mutation CreateSection($name: String!, $description: String) {
    createSection(name: $name, description: $description) {
      slug
      name
    }
  }
`);

/** Form that adds a dance style or a section to the library. */
export function NewEntry({ kind, onSaved }: { kind: "section" | "style"; onSaved: () => void }) {
  const { t } = useLingui();
  const isStyle = kind === "style";
  const [, createStyle] = useMutation(CreateStyle);
  const [, createSection] = useMutation(CreateSection);
  const { form, submit, busy, field, formFault } = useServerForm({
    defaultValues: { name: "", description: "" },
    send: async ({ name, description }) => {
      const { error } = isStyle
        ? await createStyle({ name })
        : await createSection({ name, description: description.trim() || null });
      if (error) throw error;
      showToast(isStyle ? t`${name.trim()} is a style now.` : t`${name.trim()} is a section now.`);
      form.reset();
      onSaved();
    },
    faultOf: useLibraryFault(),
  });
  return (
    <form
      className="studio-library-form"
      aria-label={isStyle ? t`Add a style` : t`Add a section`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <LineField
        label={isStyle ? t`New style` : t`New section`}
        most={60}
        {...field("name", { required: t`Fill in this field.` })}
      />
      {!isStyle && <LineField label={t`What it is for`} most={300} {...field("description")} />}
      <p className="hint hint-bad empty:hidden" role="alert">
        {formFault}
      </p>
      <div>
        <Button type="submit" busy={busy}>
          {isStyle ? t`Add the style` : t`Add the section`}
        </Button>
      </div>
    </form>
  );
}
