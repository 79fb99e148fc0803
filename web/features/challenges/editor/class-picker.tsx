import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { ClassSearch } from "../../catalog/public/class-search.tsx";
import type { ChosenClass } from "./challenge-draft.ts";

type ClassPickerProps = {
  chosen: readonly ChosenClass[];
  onChoose: (chosen: readonly ChosenClass[]) => void;
};

/** Picks classes of the library by title and sorts them. */
export function ClassPicker({ chosen, onChoose }: ClassPickerProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="stack">
      {chosen.length > 0 && (
        <ol className="studio-picked" aria-label={t`Eligible classes`}>
          {chosen.map((one) => {
            const name = one.title ?? t`A class that isn’t in the library anymore`;
            return (
              <li key={one.id}>
                <span>{name}</span>
                <IconButton
                  icon={X}
                  label={t`Take out: ${name}`}
                  onClick={() => {
                    onChoose(chosen.filter((other) => other.id !== one.id));
                    input.current?.focus();
                  }}
                />
              </li>
            );
          })}
        </ol>
      )}
      <ClassSearch
        inputRef={input}
        chosen={new Set(chosen.map(({ id }) => id))}
        onChoose={({ id, title }) => {
          onChoose([...chosen, { id, title }]);
          input.current?.focus();
        }}
      />
    </div>
  );
}
