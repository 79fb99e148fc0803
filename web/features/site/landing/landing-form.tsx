import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { useServerForm, type Fault } from "../../../lib/forms/use-server-form.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { BlockFields, type Choices } from "./block-fields.tsx";
import { useBlockNames } from "./block-names.ts";
import { EditedLandingFragment, SaveLanding, type EditedLanding } from "./edited-landing.ts";
import {
  addedKinds,
  draftOf,
  inputOf,
  maxBlocks,
  maxItems,
  newBlock,
  type DraftBlock,
  type LandingDraft,
} from "./landing-draft.ts";
import { actOf, useListFocus } from "./use-list-focus.tsx";

const PublishLanding = graphql(
  `
    mutation PublishLandingPage($version: Int!) {
      publishLandingPage(version: $version) {
        ...EditedLanding
      }
    }
  `,
  [EditedLandingFragment],
);
const WithdrawLanding = graphql(
  `
    mutation WithdrawLandingPage($version: Int!) {
      withdrawLandingPage(version: $version) {
        ...EditedLanding
      }
    }
  `,
  [EditedLandingFragment],
);

type LandingFormProps = Choices & {
  landing: EditedLanding;
  /** Saved, published or taken offline. */
  onChanged: (landing: EditedLanding) => void;
  /** Replaces the input with what is saved. */
  onReload: () => void;
};

/** The form of the landing page. A block moves by its buttons, or on them by Alt and an arrow key. */
export function LandingForm({ landing, instructors, courses, onChanged, onReload }: LandingFormProps) {
  const { t } = useLingui();
  const names = useBlockNames();
  const { box, status, follow } = useListFocus<HTMLFormElement>();
  const [mustReload, setMustReload] = useState(false);
  const { confirmed, sheet } = useConfirmation();
  const [, save] = useMutation(SaveLanding);
  const [, publish] = useMutation(PublishLanding);
  const [, withdraw] = useMutation(WithdrawLanding);
  const faultOf = useLandingFault();
  const form = useServerForm<LandingDraft>({
    defaultValues: draftOf(landing),
    send: async (draft, pressed) => {
      setMustReload(false);
      let current = landing;
      if (pressed === "withdraw") {
        await confirmed(async () => {
          const { data, error } = await withdraw({ version: current.version });
          if (error) throw error;
          if (data) current = readFragment(EditedLandingFragment, data.withdrawLandingPage);
        });
        onChanged(current);
        return showToast(t`The landing page is offline.`);
      }
      const { data, error } = await save({ version: current.version, input: inputOf(draft) });
      if (error) throw error;
      if (data) current = readFragment(EditedLandingFragment, data.saveLandingPage);
      // Seen even if publishing fails: the next attempt changes this draft.
      onChanged(current);
      form.form.reset(draft);
      if (pressed !== "publish") return showToast(t`Draft saved.`);
      await confirmed(async () => {
        const answer = await publish({ version: current.version });
        if (answer.error) throw answer.error;
        if (answer.data) onChanged(readFragment(EditedLandingFragment, answer.data.publishLandingPage));
      });
      showToast(t`Landing page published.`);
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return "canceled";
      setMustReload(codeOf(error) === "CHANGED_MEANWHILE");
      return faultOf(error);
    },
  });
  const rows = useFieldArray({ control: form.form.control, name: "blocks", keyName: "key" });
  const blocks = form.form.watch("blocks");
  const move = (at: number, by: -1 | 1): void => {
    const block = blocks[at];
    if (!block) return;
    rows.move(at, at + by);
    const [name, place] = [names[block.kind], at + by + 1];
    follow(t`${name}: place ${place}`, actOf(block.id, by < 0 ? "up" : "down"));
  };
  const remove = (at: number, { kind }: DraftBlock): void => {
    const name = names[kind];
    // The hero, which is first, stays.
    const near = blocks[at + 1] ?? (at > 1 ? blocks[at - 1] : undefined);
    rows.remove(at);
    follow(t`Removed: ${name}`, near ? actOf(near.id, "remove") : "#landing-add");
  };
  const blocksFault = form.faultOfField("blocks");
  const isFull = blocks.length >= maxBlocks;
  return (
    <>
      {sheet}
      <form
        ref={box}
        className="landing-form"
        aria-label={t`Landing page`}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        {status}
        <ol className="landing-edit">
          {rows.fields.map((row, at) => {
            const block = blocks[at];
            return (
              <li key={row.key} data-entry={row.id}>
                {block && (
                  <BlockFields
                    form={form}
                    at={at}
                    block={block}
                    count={blocks.length}
                    instructors={instructors}
                    courses={courses}
                    onMove={(by) => move(at, by)}
                    onRemove={() => remove(at, block)}
                  />
                )}
              </li>
            );
          })}
        </ol>
        {blocksFault && (
          <p className="hint hint-bad" role="alert">
            {blocksFault}
          </p>
        )}
        <section className="stack gap-2" aria-labelledby="landing-add">
          <h2 className="t4" id="landing-add" tabIndex={-1}>{t`Add a block`}</h2>
          <div className="row wrap">
            {addedKinds
              .filter((kind) => kind !== "prices" || !blocks.some((block) => block.kind === "prices"))
              .map((kind) => (
                <Button
                  key={kind}
                  size="s"
                  disabledReason={isFull ? t`A page has ${maxBlocks} blocks at most.` : null}
                  onClick={() => rows.append(newBlock(kind), { focusName: `blocks.${blocks.length}.title` })}
                >
                  {names[kind]}
                </Button>
              ))}
          </div>
        </section>
        <section className="stack" aria-labelledby="landing-meta">
          <h2 className="t4" id="landing-meta">{t`Search engines and link previews`}</h2>
          <LineField
            label={t`Title`}
            hint={t`Empty: the studio’s name.`}
            most={70}
            {...form.field("title")}
          />
          <LinesField
            label={t`Description`}
            hint={t`One or two sentences. Empty: the beginning of About.`}
            rows={2}
            most={200}
            {...form.field("description")}
          />
        </section>
        <div className="site-save">
          <p className="hint hint-bad w-full empty:hidden" role="alert">
            {form.formFault}
          </p>
          <Button type="submit" busy={form.busy}>{t`Save draft`}</Button>
          <Button type="submit" name="act" value="publish" tone="go" busy={form.busy}>
            {t`Publish`}
          </Button>
          {mustReload && (
            <Button tone="text" onClick={onReload}>
              {t`Reload`}
            </Button>
          )}
          {landing.publishedAt && (
            <Button type="submit" name="act" value="withdraw" tone="text" busy={form.busy}>
              {t`Take offline`}
            </Button>
          )}
          {form.form.formState.isDirty ? (
            <span className="t1 muted">{t`Not saved yet`}</span>
          ) : (
            landing.savedAt && (
              <Link className="link" to={paths.landingPreview()}>
                {t`Preview`}
              </Link>
            )
          )}
        </div>
      </form>
    </>
  );
}

/** Message of an error about a page that wasn't saved or published; input is preserved. */
function useLandingFault(): (error: unknown) => Fault {
  const { t } = useLingui();
  return (error) => {
    if (!isCombinedError(error)) return { field: null, text: t`Couldn’t save. Try again.` };
    switch (codeOf(error)) {
      case "BAD_INPUT": {
        // The form has the classes with their titles.
        const field = faultFieldOf(error)?.replace(/classIds$/, "classes") ?? null;
        const texts: Readonly<Record<string, string>> = {
          title: t`Fill in this field.`,
          text: t`Fill in this field.`,
          classes: t`Choose classes of the library. The hero needs a free one.`,
          courseId: t`Choose a course.`,
          instructors: t`Choose an instructor.`,
          items: t`Add at least one, at most ${maxItems}.`,
          isAgreed: t`Quote members only if they agreed to it.`,
        };
        const name = field?.split(".").at(-1) ?? "";
        return { field, text: texts[name] ?? t`Check the blocks of the page.` };
      }
      case "SUBJECT_VARIED":
        return {
          field: "blocks.0.title",
          text: t`Draft saved, but not published: an experiment compares this. End it first.`,
        };
      case "CHANGED_MEANWHILE":
        return { field: null, text: t`Someone else edited this page. Copy your edits, then reload.` };
      case "NETWORK":
        return { field: null, text: t`You’re offline. Nothing was saved. Try again.` };
      default:
        return { field: null, text: t`Couldn’t save. Your changes are still here. Try again.` };
    }
  };
}
