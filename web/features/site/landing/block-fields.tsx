import { useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import { IconButton } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { ClassSearch } from "../../catalog/public/class-search.tsx";
import { VaryingNote } from "../../growth/public/varying-note.tsx";
import { useBlockNames } from "./block-names.ts";
import { EntryActs } from "./entry-acts.tsx";
import { ItemFields } from "./item-fields.tsx";
import { canMove, maxChosen, type BlockKind, type DraftBlock, type LandingDraft } from "./landing-draft.ts";

/** What blocks can show besides classes. */
export type Choices = {
  instructors: readonly { slug: string; name: string }[];
  /** Published ones. */
  courses: readonly { id: string; title: string }[];
};

type BlockFieldsProps = Choices & {
  form: ServerForm<LandingDraft>;
  at: number;
  block: DraftBlock;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

const maxClasses: Partial<Record<BlockKind, number>> = { hero: 1, text: 1, classes: maxChosen };

/** A block of the landing page with its fields. The hero stays at the top. */
export function BlockFields({
  form,
  at,
  block,
  count,
  instructors,
  courses,
  onMove,
  onRemove,
}: BlockFieldsProps) {
  const { t } = useLingui();
  const names = useBlockNames();
  const { kind } = block;
  const name = names[kind];
  const titleId = `landing-${block.id}`;
  const hints: Record<BlockKind, string> = {
    hero: t`Visitors begin here. “Start dancing” plays this class.`,
    text: t`Who you are, where you teach, whom your classes are for.`,
    classes: t`In this order.`,
    course: t`A course of the library.`,
    instructors: t`With their photos and what they say of themselves.`,
    prices: t`Hidden while nothing can be bought.`,
    questions: t`What new visitors ask, with your answers.`,
    quotes: t`Only with the name that each member agreed to.`,
  };
  return (
    <section className="stack" aria-labelledby={titleId}>
      <div className="row between">
        <div>
          <h2 className="t4" id={titleId}>
            {name}
          </h2>
          <p className="t1 muted pretty">{hints[kind]}</p>
        </div>
        {kind !== "hero" && (
          <EntryActs
            name={name}
            canMove={(by) => canMove(at, by, count)}
            onMove={onMove}
            onRemove={onRemove}
          />
        )}
      </div>
      {kind === "hero" && <VaryingNote subject="landing_hero" />}
      <LineField label={t`Heading`} most={120} {...form.field(`blocks.${at}.title`)} />
      {kind !== "classes" && (
        <LinesField
          label={t`Text`}
          rows={kind === "text" ? 6 : 2}
          most={2000}
          {...form.field(`blocks.${at}.text`)}
        />
      )}
      {maxClasses[kind] !== undefined && (
        <ChosenClasses form={form} at={at} block={block} most={maxClasses[kind]} />
      )}
      {kind === "course" && (
        <ChoiceField
          label={t`Course`}
          options={courses.map(({ id, title }) => ({ value: id, label: title }))}
          unset={t`Choose a course`}
          {...form.field(`blocks.${at}.courseId`)}
        />
      )}
      {kind === "instructors" && (
        <ChosenInstructors form={form} at={at} block={block} instructors={instructors} />
      )}
      {(kind === "questions" || kind === "quotes") && (
        <ItemFields form={form} at={at} kind={kind} items={block.items} />
      )}
    </section>
  );
}

type ChosenProps = { form: ServerForm<LandingDraft>; at: number; block: DraftBlock };

function ChosenClasses({ form, at, block, most }: ChosenProps & { most: number }) {
  const { t } = useLingui();
  const { classes, kind } = block;
  const label = kind === "hero" ? t`Class to begin with` : kind === "text" ? t`Image of a class` : t`Classes`;
  const choose = (next: DraftBlock["classes"]): void =>
    form.form.setValue(`blocks.${at}.classes`, next, { shouldDirty: true });
  const fault = form.faultOfField(`blocks.${at}.classes`);
  return (
    <fieldset className="stack gap-2 landing-chosen">
      <legend className="lab">{label}</legend>
      <Chosen
        rows={classes.map(({ id, title }) => ({
          id,
          name: title ?? t`A class that isn’t in the library anymore`,
        }))}
        onRemove={(id) => choose(classes.filter((one) => one.id !== id))}
      />
      {fault && (
        <p className="hint hint-bad" role="alert">
          {fault}
        </p>
      )}
      {classes.length < most && (
        <ClassSearch
          chosen={new Set(classes.map(({ id }) => id))}
          onChoose={({ id, title }) => choose([...classes, { id, title }])}
        />
      )}
    </fieldset>
  );
}

function ChosenInstructors({ form, at, block, instructors }: ChosenProps & Pick<Choices, "instructors">) {
  const { t } = useLingui();
  const chosen = block.instructors;
  const choose = (next: string[]): void =>
    form.form.setValue(`blocks.${at}.instructors`, next, { shouldDirty: true });
  const rest = instructors.filter(({ slug }) => !chosen.includes(slug));
  const fault = form.faultOfField(`blocks.${at}.instructors`);
  return (
    <fieldset className="stack gap-2 landing-chosen">
      <legend className="lab">{t`Instructors`}</legend>
      <Chosen
        rows={chosen.map((slug) => ({
          id: slug,
          name: instructors.find((one) => one.slug === slug)?.name ?? slug,
        }))}
        onRemove={(slug) => choose(chosen.filter((one) => one !== slug))}
      />
      {fault && (
        <p className="hint hint-bad" role="alert">
          {fault}
        </p>
      )}
      {rest.length > 0 && chosen.length < maxChosen && (
        <Select
          label={t`Add an instructor`}
          value=""
          options={[
            { value: "", label: t`Choose an instructor` },
            ...rest.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          onChoose={(slug) => slug && choose([...chosen, slug])}
        />
      )}
    </fieldset>
  );
}

function Chosen({
  rows,
  onRemove,
}: {
  rows: readonly { id: string; name: string }[];
  onRemove: (id: string) => void;
}) {
  const { t } = useLingui();
  if (rows.length === 0) return null;
  return (
    <ol className="landing-rows">
      {rows.map(({ id, name }) => (
        <li key={id}>
          <bdi>{name}</bdi>
          <IconButton icon={Trash2} label={t`Take out: ${name}`} onClick={() => onRemove(id)} />
        </li>
      ))}
    </ol>
  );
}
