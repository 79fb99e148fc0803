import type { ReactNode } from "react";

/** A plan or a pass to choose: one radio button of the checkout, whose group is named "plan". */
export function PlanOption({
  id,
  name,
  tags,
  contents,
  price,
  isChosen,
  onChoose,
}: {
  id: string;
  name: ReactNode;
  tags: ReactNode;
  /** What it opens. */
  contents: string | null;
  price: ReactNode;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label className="plan">
      <input className="radio" type="radio" name="plan" value={id} checked={isChosen} onChange={onChoose} />
      <span>
        <span className="strong">{name}</span> {tags}
        <br />
        {contents && <span className="t1 muted">{contents}</span>}
      </span>
      {price}
    </label>
  );
}
