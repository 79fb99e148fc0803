import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** The server has no folder to write backups to. */
export class BackupsOff extends DomainError {
  constructor() {
    super(
      "BACKUPS_OFF",
      msg("This server makes no backups. Its operator switches them on by BACKUP_TO, the folder they go to."),
      { status: 409 },
    );
  }
}
