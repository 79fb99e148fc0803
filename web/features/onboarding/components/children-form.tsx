import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useSetChildren, type EnteredChild } from "../actions/set-children.ts";

type ChildrenFormProps = {
  id: string;
  title: string;
  lead: string;
  initial: readonly EnteredChild[];
  onEntered: (ids: readonly string[]) => void;
  onSubmit: () => void;
};
/** `age` null: not entered yet, and not saved. */
type Draft = { id: string; age: number | null; level: string };

const maxChildren = 6;
const ages = Array.from({ length: 18 }, (_unused, age) => age);
const newChild = (): Draft => ({ id: crypto.randomUUID(), age: null, level: "absolute-beginner" });
const isEntered = (child: Draft): child is EnteredChild => child.age !== null;

/** The children of a family with age and level. Each is saved as soon as its age is entered. */
export function ChildrenForm({ id, title, lead, initial, onEntered, onSubmit }: ChildrenFormProps) {
  const { t } = useLingui();
  const setChildren = useSetChildren();
  const [children, setDrafts] = useState<readonly Draft[]>(initial.length > 0 ? initial : [newChild()]);
  const sending = useRef(Promise.resolve());
  const rows = useRef<HTMLOListElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (added.current) rows.current?.querySelector<HTMLElement>("li:last-child select")?.focus();
    added.current = false;
  }, [children.length]);

  const heading = useRef<HTMLHeadingElement>(null);
  // Rendered after the step has changed: the focus announces it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const change = (next: readonly Draft[]): void => {
    setDrafts(next);
    const entered = next.filter(isEntered);
    onEntered(entered.map((child) => child.id));
    // Sequential, so that the list sent last wins.
    sending.current = sending.current.then(async () => {
      if (!(await setChildren(entered))) showToast(t`We couldn’t save that answer. Choose it again.`);
    });
  };
  const alter = (childId: string, part: Partial<Draft>): void =>
    change(children.map((child) => (child.id === childId ? { ...child, ...part } : child)));

  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="stack">
        <h1 className="d1" tabIndex={-1} ref={heading}>
          {title}
        </h1>
        <p className="muted pretty">{lead}</p>
      </div>
      <div className="stack">
        <ol className="kids" ref={rows}>
          {children.map((child, place) => {
            const number = place + 1;
            return (
              <li className="kid" key={child.id}>
                <fieldset>
                  <legend className="d2">{t`Child ${number}`}</legend>
                  <Select
                    label={t`Age`}
                    value={child.age === null ? "" : String(child.age)}
                    options={[
                      ...(child.age === null ? [{ value: "", label: t`Age` }] : []),
                      ...ages.map((age) => ({
                        value: String(age),
                        label: age === 0 ? t`Under 1` : plural(age, { one: "# year", other: "# years" }),
                      })),
                    ]}
                    onChoose={(age) => age !== "" && alter(child.id, { age: Number(age) })}
                  />
                  <Select
                    label={t`Experience`}
                    value={child.level}
                    options={[
                      { value: "absolute-beginner", label: t`New to dance` },
                      { value: "beginner", label: t`Knows a few steps` },
                      { value: "intermediate", label: t`Picks up combinations` },
                      { value: "advanced", label: t`Trains regularly` },
                    ]}
                    onChoose={(level) => alter(child.id, { level })}
                  />
                </fieldset>
                {(children.length > 1 || child.age !== null) && (
                  <IconButton
                    icon={X}
                    label={t`Remove child ${number}`}
                    onClick={() => {
                      const left = children.filter((other) => other.id !== child.id);
                      change(left.length > 0 ? left : [newChild()]);
                    }}
                  />
                )}
              </li>
            );
          })}
        </ol>
        {children.length < maxChildren && children.every(isEntered) && (
          <p>
            <Button
              icon={Plus}
              onClick={() => {
                added.current = true;
                setDrafts([...children, newChild()]);
              }}
            >
              {t`Add another child`}
            </Button>
          </p>
        )}
      </div>
    </form>
  );
}
