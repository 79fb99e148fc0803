import "./range.css";
/** A slider whose filled part is chalk. `text`: the value for screen readers. */
export function Range({
  id,
  value,
  min,
  max,
  step,
  text,
  onChange,
}: {
  id?: string;
  value: number;
  min: number;
  max: number;
  step: number;
  text: string;
  onChange: (value: number) => void;
}) {
  return (
    <input
      id={id}
      type="range"
      className="range"
      min={min}
      max={max}
      step={step}
      value={value}
      aria-valuetext={text}
      style={{ "--f": max > min ? (value - min) / (max - min) : 0 }}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
