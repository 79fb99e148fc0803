/** The player's commands, and whether a phone as remote may send them: the server refuses others. */
export const playerCommands = {
  toggle: { isRemote: true },
  back: { isRemote: true },
  forward: { isRemote: true },
  slower: { isRemote: true },
  faster: { isRemote: true },
  mirror: { isRemote: true },
  turn: { isRemote: true },
  loop: { isRemote: true },
  lastEight: { isRemote: true },
  loopStart: { isRemote: false },
  loopEnd: { isRemote: false },
  again: { isRemote: true },
  hold: { isRemote: true },
  captions: { isRemote: false },
  fullscreen: { isRemote: false },
  mute: { isRemote: false },
  camera: { isRemote: false },
  take: { isRemote: false },
  note: { isRemote: false },
  claps: { isRemote: false },
  keep: { isRemote: false },
  remote: { isRemote: false },
  together: { isRemote: false },
  cast: { isRemote: false },
  say: { isRemote: false },
  help: { isRemote: false },
} as const satisfies Record<string, { readonly isRemote: boolean }>;

export type PlayerCommand = keyof typeof playerCommands;
/** A command that a remote may send. */
export type RemoteCommand = {
  [Name in PlayerCommand]: (typeof playerCommands)[Name]["isRemote"] extends true ? Name : never;
}[PlayerCommand];

export const playerCommandNames = Object.keys(playerCommands) as PlayerCommand[];
/** Whether a text that another device sent is a command that it may send. */
export const isRemoteCommand = (text: string): text is RemoteCommand =>
  Object.hasOwn(playerCommands, text) && playerCommands[text as PlayerCommand].isRemote;
