import { DomainError } from "../../../platform/errors.ts";

/** The code is unknown, used or expired; the reasons are indistinguishable on purpose. */
export class CodeNotGood extends DomainError {
  constructor() {
    super("CODE_NOT_GOOD", "This code isn't good (any more): the player shows a new one.");
  }
}

/** The room has its maximum number of members. */
export class RoomFull extends DomainError {
  constructor(most: number) {
    super("ROOM_FULL", "Nobody else fits into this room.", { facts: { most } });
  }
}
