import { useLingui } from "@lingui/react/macro";
import {
  ArrowLeft,
  Cast,
  Captions,
  CircleUserRound,
  Maximize,
  PictureInPicture2,
  Settings,
  Volume2,
  VolumeX,
} from "lucide-react";
import { lazy, Suspense, type ReactNode } from "react";
import type { EnumValue } from "../../../graphql/graphql.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import type { PlayerCommand } from "../../../../contract/player-commands.ts";
import { moveTitle } from "../../../ui/left-pictures.ts";
import { commands } from "../commands/commands.ts";
import { fewViews, labelOf, nextAngle } from "../engine/angle-view.ts";
import type { PlayerState } from "../engine/player-state.ts";

// Lazy: only staff see it.
const UnpublishedTag = lazy(async () => ({
  default: (await import("./unpublished-tag.tsx")).UnpublishedTag,
}));

function Tool({
  label,
  onClick,
  pressed,
  only = "",
  children,
}: {
  label: string;
  onClick: () => void;
  pressed?: boolean;
  /** `pl-wide` or `pl-narrow`: the layout that shows it. */
  only?: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`btn btn-bare btn-i ${only}`}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** Back link, title, and rarely used actions. */
export function TopBar({
  classId,
  setId,
  title,
  unpublishedState,
  state,
  hasCaptions,
  captionsOn,
  canCast,
  act,
  onPictureInPicture,
  onViews,
  onPanel,
}: {
  classId: string;
  /** The set that the class is danced in; null for a class alone. */
  setId: string | null;
  title: string;
  unpublishedState: EnumValue<"ClassState"> | null;
  state: PlayerState | null;
  hasCaptions: boolean;
  captionsOn: boolean;
  /** Whether casting works through the studio's receiver where the browser itself can't. */
  canCast: boolean;
  act: (command: PlayerCommand) => void;
  onPictureInPicture: () => void;
  /** Opens the list of views. */
  onViews: () => void;
  onPanel: () => void;
}) {
  const { t } = useLingui();
  const hasMany = state !== null && state.views.length > fewViews;
  const viewLabel = state ? t`${labelOf(state.views, nextAngle(state.views, state.angle))} view` : "";
  return (
    <header className="pl-top">
      <Link
        className="btn btn-bare btn-i"
        to={paths.studioClass(classId)}
        search={setSearch(setId)}
        aria-label={t`Back to class`}
      >
        <ArrowLeft className="ic" aria-hidden="true" />
      </Link>
      <h1 className="class-title" ref={moveTitle}>
        {title}
      </h1>
      <Suspense>{unpublishedState && <UnpublishedTag state={unpublishedState} />}</Suspense>
      <div data-slot="set" />
      <span className="pl-space" />
      {state && state.views.length > 1 && (
        <Tool
          label={hasMany ? t`Choose a view` : viewLabel}
          only="pl-narrow"
          onClick={hasMany ? onViews : () => act("turn")}
        >
          <CircleUserRound className="ic" aria-hidden="true" />
        </Tool>
      )}
      {hasCaptions && (
        <Tool
          label={commands.captions.label()}
          pressed={captionsOn}
          only="pl-narrow"
          onClick={() => act("captions")}
        >
          <Captions className="ic" aria-hidden="true" />
        </Tool>
      )}
      <Tool label={state?.muted ? t`Unmute` : t`Mute`} onClick={() => act("mute")}>
        {state?.muted ? (
          <VolumeX className="ic" aria-hidden="true" />
        ) : (
          <Volume2 className="ic" aria-hidden="true" />
        )}
      </Tool>
      {document.pictureInPictureEnabled && (
        <Tool label={t`Picture in picture`} only="pl-wide" onClick={onPictureInPicture}>
          <PictureInPicture2 className="ic" aria-hidden="true" />
        </Tool>
      )}
      {("remote" in HTMLMediaElement.prototype || canCast) && (
        <Tool
          label={commands.cast.label()}
          pressed={state?.cast != null}
          only="pl-wide"
          onClick={() => act("cast")}
        >
          <Cast className="ic" aria-hidden="true" />
        </Tool>
      )}
      <Tool label={t`Practice settings`} onClick={onPanel}>
        <Settings className="ic" aria-hidden="true" />
      </Tool>
      <Tool label={commands.fullscreen.label()} only="pl-wide" onClick={() => act("fullscreen")}>
        <Maximize className="ic" aria-hidden="true" />
      </Tool>
    </header>
  );
}
