import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** Another song has the ISRC: `songId` and `title` say which, so that it can be chosen instead. */
export class IsrcTaken extends DomainError {
  constructor({ id, title }: { readonly id: string; readonly title: string }) {
    super("ISRC_TAKEN", msg("“{title}” has this ISRC already.", { title }), {
      status: 409,
      details: { field: "isrc", songId: id, title },
    });
  }
}

/** Classes use the song; drafts count too. */
export class SongInUse extends DomainError {
  constructor() {
    super("SONG_IN_USE", msg("Classes use this song. Merge it into another, or remove it from them."), {
      status: 409,
    });
  }
}
