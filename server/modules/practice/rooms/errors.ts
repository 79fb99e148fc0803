import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** The code is unknown, used or expired; the reasons are indistinguishable on purpose. */
export class CodeNotGood extends DomainError {
  constructor() {
    super("CODE_NOT_GOOD", msg("This code has expired. Use the code in the player."));
  }
}

/** The room has its maximum number of members. */
export class RoomFull extends DomainError {
  constructor(most: number) {
    super("ROOM_FULL", msg("This room is full."), { details: { most } });
  }
}
