import { useLingui } from "@lingui/react/macro";
import { useWatch } from "react-hook-form";
import { formatList } from "../../../../contract/formats/names.ts";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { here } from "../../../lib/reader.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { writeTime, readTime } from "./class-draft.ts";
import { EditedClassFragment, type ClassSourceVideo, type EditedClass } from "./edited-class.ts";
import { SoundStrip } from "./sound-strip.tsx";

const TrimClass = graphql(
  `
    mutation TrimClass($classId: ID!, $fromMs: Int, $toMs: Int) {
      trimClass(classId: $classId, fromMs: $fromMs, toMs: $toMs) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

const excerptMs = 8_000;

type TrimSheetProps = { found: EditedClass; sourceVideo: ClassSourceVideo; onClose: () => void };

/** Sets which stretch of the front video a class plays. Names the parts that don’t fit. */
export function TrimSheet({ found, sourceVideo, onClose }: TrimSheetProps) {
  const { t } = useLingui();
  const [, trim] = useMutation(TrimClass);
  const { fromMs, toMs } = found.trim;
  const { form, field, submit, busy, formFault } = useServerForm({
    defaultValues: {
      from: fromMs === null ? "" : writeTime(fromMs),
      to: toMs === null ? "" : writeTime(toMs),
    },
    send: async ({ from, to }) => {
      const { error } = await trim({
        classId: found.id,
        fromMs: from.trim() ? readTime(from) : null,
        toMs: to.trim() ? readTime(to) : null,
      });
      if (error) throw error;
      onClose();
      showToast(t`Saved. The video is being processed again.`);
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      const named = faultFieldOf(error);
      const text = codeOf(error) === "BAD_INPUT" ? (error.graphQLErrors[0]?.message ?? "") : "";
      const shown = named === "fromMs" ? "from" : named === "toMs" ? "to" : null;
      return { field: shown, text: text || t`Couldn’t save. Try again.` };
    },
  });
  const typed = useWatch({ control: form.control });
  const isTime = (value: string | undefined) =>
    !value?.trim() || readTime(value) !== null || t`Enter a time such as 1:30.`;
  const from = (typed.from && readTime(typed.from)) || 0;
  const to = (typed.to && readTime(typed.to)) || sourceVideo.durationInMs || 0;
  const cut = partsCutBy(found, from, to);
  const titles = formatList(cut, here());
  const around = (atMs: number) => ({
    classId: found.id,
    sourceVideoId: sourceVideo.id,
    fromMs: Math.max(0, atMs - excerptMs / 2),
    lengthMs: excerptMs,
  });
  return (
    <Sheet title={t`Trim the class`} closeLabel={t`Close`} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="muted pretty">{t`Times of the front video. Nothing is uploaded again, and parts and counts stay on their moments.`}</p>
        {(["from", "to"] as const).map((name) => (
          <div className="stack gap-2" key={name}>
            <LineField
              label={name === "from" ? t`Start of the class` : t`End of the class`}
              hint={name === "from" ? t`Empty: from the start.` : t`Empty: to the end.`}
              placeholder="0:00"
              {...field(name, { validate: isTime })}
            />
            <Marked atMs={name === "from" ? from : to} stretch={around(name === "from" ? from : to)} />
          </div>
        ))}
        {cut.length > 0 && (
          <p className="pretty" role="status">
            {t`These parts don’t fit: ${titles}.`} {t`They come back when you undo the trim.`}
          </p>
        )}
        <p role="alert" className="hint hint-bad empty:hidden">
          {formFault}
        </p>
        <div>
          <Button type="submit" tone="go" busy={busy}>{t`Trim`}</Button>
        </div>
      </form>
    </Sheet>
  );
}

function Marked({ atMs, stretch }: { atMs: number; stretch: Parameters<typeof SoundStrip>[0]["stretch"] }) {
  const place = ((atMs - stretch.fromMs) / stretch.lengthMs) * 100;
  return (
    <div className="sound-strips">
      <SoundStrip stretch={stretch} />
      <span className="sound-mark" style={{ insetInlineStart: `${place}%` }} />
    </div>
  );
}

/** Titles of the parts that reach out of a stretch of the front video; none if the published video is of another one. */
function partsCutBy({ parts, cutFromInMs }: EditedClass, from: number, to: number): string[] {
  if (cutFromInMs === null) return [];
  return parts
    .filter(({ startMs, endMs }) => startMs + cutFromInMs < from || endMs + cutFromInMs > to)
    .map(({ title }) => title);
}
