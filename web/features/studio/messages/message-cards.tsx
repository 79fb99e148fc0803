import { useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { ClassSearch } from "../../catalog/public/class-search.tsx";
import { limits, type DraftCard } from "./message-draft.ts";
import { usePublishedCourses } from "./use-published-courses.ts";

type MessageCardsProps = {
  cards: readonly DraftCard[];
  fault: string | undefined;
  onChange: (cards: DraftCard[]) => void;
};

/** What a message is about: classes, courses and promo codes that readers open with one press. */
export function MessageCards({ cards, fault, onChange }: MessageCardsProps) {
  const { t } = useLingui();
  const kinds = { class: t`Class`, course: t`Course`, coupon: t`Promo code` };
  const remove = (at: number) => onChange(cards.filter((_unused, place) => place !== at));
  const add = (card: DraftCard) => onChange([...cards, card]);
  return (
    <section className="stack" aria-labelledby="message-cards">
      <div>
        <h2 className="t4" id="message-cards">{t`Cards`}</h2>
        <p className="t1 muted pretty">{t`Up to three, below the text.`}</p>
      </div>
      {cards.length > 0 && (
        <ul className="message-cards">
          {cards.map((card, at) => (
            <li key={`${card.kind} ${card.id}`} className="row between">
              <span>
                {card.title} <span className="muted t1">{kinds[card.kind]}</span>
              </span>
              <IconButton label={t`Remove ${card.title}`} icon={Trash2} onClick={() => remove(at)} />
            </li>
          ))}
        </ul>
      )}
      {fault && (
        <p className="hint hint-bad" role="alert">
          {fault}
        </p>
      )}
      {cards.length < limits.cards && <AddCard cards={cards} onAdd={add} />}
    </section>
  );
}

function AddCard({ cards, onAdd }: { cards: readonly DraftCard[]; onAdd: (card: DraftCard) => void }) {
  const { t } = useLingui();
  const [code, setCode] = useState("");
  const chosen = new Set(cards.map(({ id }) => id as string));
  const courses = usePublishedCourses().filter(({ id }) => !chosen.has(id));
  const addCode = () => {
    const id = code.trim().toUpperCase();
    if (id === "" || chosen.has(id)) return;
    onAdd({ kind: "coupon", id, title: id });
    setCode("");
  };
  return (
    <div className="message-add">
      <div className="stack gap-2">
        <ClassSearch chosen={chosen} onChoose={({ id, title }) => onAdd({ kind: "class", id, title })} />
      </div>
      {courses.length > 0 && (
        <Select
          label={t`Add a course`}
          value=""
          options={[
            { value: "", label: t`Choose a course` },
            ...courses.map(({ id, title }) => ({ value: id as string, label: title })),
          ]}
          onChoose={(id) => {
            const course = courses.find((one) => one.id === id);
            if (course) onAdd({ kind: "course", id: course.id, title: course.title });
          }}
        />
      )}
      <div className="row message-code">
        <LineField
          label={t`Add a promo code`}
          most={40}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // It would save the announcement.
            event.preventDefault();
            addCode();
          }}
        />
        <Button onClick={addCode}>{t`Add`}</Button>
      </div>
    </div>
  );
}
