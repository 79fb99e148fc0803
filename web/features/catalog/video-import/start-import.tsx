import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { classTypes, levels } from "../../../../contract/class-attributes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { Select } from "../../../ui/select.tsx";
import { accessTypes, emptyDraft } from "../editor/class-draft.ts";
import { useEditorLabels } from "../editor/labels.ts";
import { useClassLabels } from "../public/labels.ts";
import { holdFiles } from "./chosen-files.ts";
import type { ImportChoices } from "./import-fragment.ts";
import { VideoDrop } from "./video-drop.tsx";

const StartVideoImport = graphql(`
  mutation VideoImportStart($name: String!, $defaults: VideoImportDefaults!) {
    videoImportStart(name: $name, defaults: $defaults) {
      id
    }
  }
`);

/** What drafts begin with, and the folder. Choosing it starts the import. */
export function StartImport({
  choices,
  onStarted,
}: {
  choices: ImportChoices;
  onStarted: (id: string) => void;
}) {
  const { t } = useLingui();
  const { fields } = useEditorLabels();
  const labels = useClassLabels();
  const [, start] = useMutation(StartVideoImport);
  const only = (all: readonly { slug: string }[]) => (all.length === 1 ? all[0]!.slug : "");
  const [chosen, setChosen] = useState({
    instructor: only(choices.editedInstructors),
    style: only(choices.styles),
    section: choices.sections[0]?.slug ?? "",
    level: emptyDraft.level,
    type: emptyDraft.type,
    accessType: emptyDraft.accessType,
  });
  const [fault, setFault] = useState<string | null>(null);
  const isReady = chosen.instructor !== "" && chosen.style !== "" && chosen.section !== "";
  const set = (change: Partial<typeof chosen>) => setChosen((now) => ({ ...now, ...change }));
  const named = (all: readonly { slug: string; name: string }[]) => [
    { value: "", label: t`Choose` },
    ...all.map(({ slug, name }) => ({ value: slug, label: name })),
  ];
  return (
    <div className="stack gap-5">
      <section className="stack gap-2" aria-labelledby="import-defaults">
        <h2 className="t4" id="import-defaults">{t`For all videos`}</h2>
        <p className="t1 muted pretty">
          {t`A folder named like an instructor, style, category, or level sets it for its videos. You can change everything in the table later.`}
        </p>
        <div className="import-defaults">
          <Select
            label={fields.instructor}
            value={chosen.instructor}
            options={named(choices.editedInstructors)}
            onChoose={(instructor) => set({ instructor })}
          />
          <Select
            label={fields.style}
            value={chosen.style}
            options={named(choices.styles)}
            onChoose={(style) => set({ style })}
          />
          <Select
            label={fields.section}
            value={chosen.section}
            options={named(choices.sections)}
            onChoose={(section) => set({ section })}
          />
          <Select
            label={fields.level}
            value={chosen.level}
            options={levels.map((value) => ({ value, label: labels.level(value) }))}
            onChoose={(level) => set({ level })}
          />
          <Select
            label={fields.type}
            value={chosen.type}
            options={classTypes.map((value) => ({ value, label: labels.type(value) }))}
            onChoose={(type) => set({ type })}
          />
          <Select
            label={fields.accessType}
            value={chosen.accessType}
            options={accessTypes.map((value) => ({ value, label: labels.accessType(value) }))}
            onChoose={(accessType) => set({ accessType })}
          />
        </div>
      </section>
      <VideoDrop
        hint={isReady ? null : t`Choose an instructor and a style first.`}
        onFiles={async (files) => {
          setFault(null);
          if (!isReady) return setFault(t`Choose an instructor and a style first.`);
          if (files.videos.length === 0) return setFault(t`No videos found. Use MP4, MOV, or WebM.`);
          const name = (files.folderName ?? t`Videos of ${formatMoment(new Date(), "dateTime")}`).slice(
            0,
            100,
          );
          const { data, error } = await start({ name, defaults: chosen });
          if (!data) return setFault(error?.graphQLErrors[0]?.message ?? t`We couldn’t connect. Try again.`);
          const { id } = data.videoImportStart;
          holdFiles(id, files);
          onStarted(id);
        }}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </div>
  );
}
