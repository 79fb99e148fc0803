import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { maxItems, newItem, type LandingDraft } from "./landing-draft.ts";

type ItemFieldsProps = { form: ServerForm<LandingDraft>; at: number; kind: "questions" | "quotes" };

/** Questions with answers, or the words of members. */
export function ItemFields({ form, at, kind }: ItemFieldsProps) {
  const { t } = useLingui();
  const rows = useFieldArray({ control: form.form.control, name: `blocks.${at}.items`, keyName: "key" });
  const isQuote = kind === "quotes";
  const listFault = form.faultOfField(`blocks.${at}.items`);
  const last = rows.fields.length - 1;
  return (
    <div className="stack">
      <ol className="landing-items">
        {rows.fields.map((row, place) => {
          const nth = place + 1;
          const fault = form.faultOfField(`blocks.${at}.items.${place}.isAgreed`);
          return (
            <li key={row.key}>
              <fieldset className="stack gap-2 landing-chosen">
                <legend className="sr-only">{isQuote ? t`Member ${nth}` : t`Question ${nth}`}</legend>
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
                <span className="row landing-acts">
                  <IconButton
                    icon={ArrowUp}
                    label={t`Move up: ${nth}`}
                    aria-disabled={place === 0}
                    onClick={() => place > 0 && rows.move(place, place - 1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={t`Move down: ${nth}`}
                    aria-disabled={place === last}
                    onClick={() => place < last && rows.move(place, place + 1)}
                  />
                  <IconButton icon={Trash2} label={t`Remove: ${nth}`} onClick={() => rows.remove(place)} />
                </span>
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
          disabledReason={rows.fields.length < maxItems ? null : t`A block has ${maxItems} of them at most.`}
          onClick={() => rows.append(newItem())}
        >
          {isQuote ? t`Add a member` : t`Add a question`}
        </Button>
      </div>
    </div>
  );
}
