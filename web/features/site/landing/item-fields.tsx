import { useLingui } from "@lingui/react/macro";
import { useFieldArray } from "react-hook-form";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { EntryActs } from "./entry-acts.tsx";
import { maxItems, newItem, type DraftItem, type LandingDraft } from "./landing-draft.ts";
import { actOf, useListFocus } from "./use-list-focus.tsx";

type ItemFieldsProps = {
  form: ServerForm<LandingDraft>;
  at: number;
  kind: "questions" | "quotes";
  items: readonly DraftItem[];
};

/** Questions with answers, or the words of members. */
export function ItemFields({ form, at, kind, items }: ItemFieldsProps) {
  const { t } = useLingui();
  const rows = useFieldArray({ control: form.form.control, name: `blocks.${at}.items`, keyName: "key" });
  const isQuote = kind === "quotes";
  const listFault = form.faultOfField(`blocks.${at}.items`);
  const { box, status, follow } = useListFocus<HTMLDivElement>();
  const kindOf = (nth: number): string => (isQuote ? t`Member ${nth}` : t`Question ${nth}`);
  const nameOf = (place: number): string => items[place]?.title || kindOf(place + 1);
  const move = (from: number, by: -1 | 1): void => {
    const [name, place] = [nameOf(from), from + by + 1];
    rows.move(from, from + by);
    follow(t`${name}: place ${place}`, actOf(rows.fields[from]!.id, by < 0 ? "up" : "down"));
  };
  const remove = (place: number): void => {
    const name = nameOf(place);
    const near = rows.fields[place + 1] ?? rows.fields[place - 1];
    rows.remove(place);
    follow(t`Removed: ${name}`, near ? actOf(near.id, "remove") : "[data-add]");
  };
  return (
    <div className="stack" ref={box}>
      {status}
      <ol className="landing-items">
        {rows.fields.map((row, place) => {
          const fault = form.faultOfField(`blocks.${at}.items.${place}.isAgreed`);
          return (
            <li key={row.key} data-entry={row.id}>
              <fieldset className="stack gap-2 landing-chosen">
                <legend className="sr-only">{kindOf(place + 1)}</legend>
                {isQuote ? (
                  <>
                    <LinesField
                      label={t`What the member says`}
                      rows={3}
                      most={1000}
                      {...form.field(`blocks.${at}.items.${place}.text`)}
                    />
                    <LineField
                      label={t`Name that the member agreed to`}
                      most={200}
                      {...form.field(`blocks.${at}.items.${place}.title`)}
                    />
                    <label className="row">
                      <input
                        type="checkbox"
                        className="check"
                        aria-invalid={fault ? true : undefined}
                        {...form.form.register(`blocks.${at}.items.${place}.isAgreed`)}
                      />
                      <span>{t`The member agreed to be quoted by this name`}</span>
                    </label>
                    {fault && (
                      <p className="hint hint-bad" role="alert">
                        {fault}
                      </p>
                    )}
                  </>
                ) : (
                  <>
                    <LineField
                      label={t`Question`}
                      most={200}
                      {...form.field(`blocks.${at}.items.${place}.title`)}
                    />
                    <LinesField
                      label={t`Answer`}
                      rows={3}
                      most={1000}
                      {...form.field(`blocks.${at}.items.${place}.text`)}
                    />
                  </>
                )}
                <EntryActs
                  name={nameOf(place)}
                  canMove={(by) => rows.fields[place + by] !== undefined}
                  onMove={(by) => move(place, by)}
                  onRemove={() => remove(place)}
                />
              </fieldset>
            </li>
          );
        })}
      </ol>
      {listFault && (
        <p className="hint hint-bad" role="alert">
          {listFault}
        </p>
      )}
      <div>
        <Button
          size="s"
          data-add
          disabledReason={rows.fields.length < maxItems ? null : t`A block has ${maxItems} of them at most.`}
          onClick={() => rows.append(newItem())}
        >
          {isQuote ? t`Add a member` : t`Add a question`}
        </Button>
      </div>
    </div>
  );
}
