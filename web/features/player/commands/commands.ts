import { t } from "@lingui/core/macro";
import {
  Camera,
  Captions,
  Cast,
  CircleUserRound,
  Download,
  Ear,
  FlipHorizontal2,
  Keyboard,
  Maximize,
  Minus,
  Play,
  Plus,
  Repeat,
  RotateCcw,
  RotateCw,
  Smartphone,
  StickyNote,
  Undo2,
  Users,
} from "lucide-react";
import type { PlayerCommand } from "../../../../contract/player-commands.ts";
import { labelOf, nextAngle } from "../engine/angle-view.ts";
import { jumpByEight, snapToCount } from "../engine/beat-grid.ts";
import { partAt } from "../engine/clock.ts";
import { againFrom, lastEight } from "../engine/phrases.ts";
import { lowerTempo, nextTempo } from "../engine/tempo-steps.ts";
import { loopText, placeText } from "./command.ts";
import type { Command, CommandTarget } from "./command.ts";

const percentText = ({ player }: CommandTarget): string => t`${Math.round(player.state.rate * 100)}%`;
const loopResult = ({ player, grid }: CommandTarget): string => loopText(grid, player.state.loop);
/** The class plays on with sound, so only a jump while it is paused is announced. */
const jumpResult = (target: CommandTarget): string | null =>
  target.player.state.playing ? null : placeText(target);

function setLoopEnd({ player, state, grid, parts, durationMs }: CommandTarget, end: "startMs" | "endMs") {
  const at = player.positionMs;
  const part = partAt(parts, at);
  const loop = state.loop ?? { startMs: part?.startMs ?? 0, endMs: part?.endMs ?? durationMs };
  const next = { ...loop, [end]: snapToCount(grid, at) };
  if (next.endMs > next.startMs) player.setLoop(next);
}

/** The player's commands: buttons, keys, pads, remotes, help and announcements read this. */
export const commands: Readonly<Record<PlayerCommand, Command>> = {
  toggle: {
    label: () => t`Play or pause`,
    icon: Play,
    keys: [" ", "k", "pad 0"],
    perform: ({ player, state, grid, countsIn, comeIn }) => {
      if (!state.playing && countsIn && state.phase === "ready")
        comeIn(againFrom(grid, player.positionMs, state.loop));
      else player.toggle();
    },
  },
  back: {
    label: () => t`Back one eight`,
    shortLabel: () => t`Back 8`,
    icon: RotateCcw,
    keys: ["arrowleft", "j", "pad 14"],
    perform: ({ player, grid }) => player.seek(jumpByEight(grid, player.positionMs, -1)),
    announce: jumpResult,
  },
  forward: {
    label: () => t`Forward one eight`,
    shortLabel: () => t`Forward 8`,
    icon: RotateCw,
    keys: ["arrowright", "l", "pad 15"],
    perform: ({ player, grid }) => player.seek(jumpByEight(grid, player.positionMs, 1)),
    announce: jumpResult,
  },
  slower: {
    label: () => t`Slower`,
    icon: Minus,
    keys: ["-", "<", "pad 4"],
    perform: ({ player, state }) => player.setRate(lowerTempo(state.rate, 5) ?? state.rate - 0.05),
    announce: percentText,
  },
  faster: {
    label: () => t`Faster`,
    icon: Plus,
    keys: ["+", "=", ">", "pad 5"],
    perform: ({ player, state }) => player.setRate(nextTempo(state.rate, 5) ?? state.rate + 0.05),
    announce: percentText,
  },
  mirror: {
    label: () => t`Mirror`,
    icon: FlipHorizontal2,
    keys: ["m", "pad 2"],
    // A television can't mirror: its panel lists what it can do.
    perform: ({ player, state, openTool }) =>
      state.cast ? openTool("cast") : player.setMirrored(!state.mirrored),
    announce: ({ player: { state } }) => (state.cast ? null : state.mirrored ? t`Mirrored` : t`Not mirrored`),
  },
  turn: {
    label: () => t`Switch view`,
    shortLabel: () => t`Switch view`,
    icon: CircleUserRound,
    keys: ["b", "pad 3"],
    perform: ({ player, state }) => player.setAngle(nextAngle(state.views, state.angle)),
    announce: ({ player: { state } }) =>
      state.views.length > 1 ? t`${labelOf(state.views, state.angle)} view` : null,
  },
  loop: {
    label: () => t`Loop part`,
    shortLabel: () => t`Loop`,
    icon: Repeat,
    keys: ["r", "pad 7"],
    perform: ({ player, state, parts }) =>
      player.setLoop(state.loop ? null : partAt(parts, player.positionMs)),
    announce: loopResult,
  },
  lastEight: {
    label: () => t`Loop last eight`,
    shortLabel: () => t`Last eight`,
    icon: Repeat,
    keys: ["e", "pad 6"],
    perform: ({ player, grid }) => player.setLoop(lastEight(grid, player.positionMs)),
    announce: loopResult,
  },
  loopStart: {
    label: () => t`Loop starts here`,
    keys: ["["],
    perform: (target) => setLoopEnd(target, "startMs"),
    announce: loopResult,
  },
  loopEnd: {
    label: () => t`Loop ends here`,
    keys: ["]"],
    perform: (target) => setLoopEnd(target, "endMs"),
    announce: loopResult,
  },
  again: {
    label: () => t`Restart with count-in`,
    shortLabel: () => t`Restart`,
    icon: Undo2,
    keys: ["a", "5", "pad 1"],
    perform: ({ player, state, grid, comeIn }) => comeIn(againFrom(grid, player.positionMs, state.loop)),
  },
  hold: {
    label: () => t`Lock tempo`,
    keys: ["g", "pad 10"],
    perform: ({ isHeld, holdTempo }) => holdTempo(!isHeld),
    announce: ({ isHeld }) => (isHeld ? t`Tempo rises each loop` : t`Tempo locked`),
  },
  captions: {
    label: () => t`Captions`,
    icon: Captions,
    keys: ["c"],
    perform: ({ captionsOn, showCaptions }) => showCaptions(!captionsOn),
    announce: ({ captionsOn }) => (captionsOn ? t`Captions off` : t`Captions on`),
  },
  fullscreen: {
    label: () => t`Full screen`,
    icon: Maximize,
    keys: ["f"],
    perform: ({ toggleFullscreen }) => toggleFullscreen(),
  },
  mute: {
    label: () => t`Sound`,
    keys: ["x"],
    // The slider mutes at nothing, from where unmuting alone would be heard by no one.
    perform: ({ player, state: { muted, volume } }) =>
      player.setSound({ muted: !muted, volume: muted && volume === 0 ? 1 : volume }),
    announce: ({ player: { state } }) => (state.muted ? t`Muted` : t`Unmuted`),
  },
  camera: {
    label: () => t`Camera`,
    icon: Camera,
    keys: ["v"],
    perform: ({ toggleCamera }) => toggleCamera(),
  },
  take: { label: () => t`Record a take`, keys: ["t"] },
  note: { label: () => t`Add note`, icon: StickyNote, keys: ["n"] },
  claps: { label: () => t`Clap control`, icon: Ear, keys: ["q"] },
  keep: { label: () => t`Download`, icon: Download, keys: ["o"] },
  remote: { label: () => t`Phone remote`, icon: Smartphone, keys: ["p"] },
  together: { label: () => t`Dance together`, icon: Users, keys: ["d"] },
  cast: { label: () => t`Play on TV`, icon: Cast, keys: ["s"] },
  say: {
    label: () => t`Announce position`,
    keys: ["w", "pad 8"],
    perform: ({ announcePlace }) => announcePlace(),
  },
  help: {
    label: () => t`Show shortcuts`,
    icon: Keyboard,
    keys: ["?", "h"],
    perform: ({ toggleHelp }) => toggleHelp(),
  },
};
