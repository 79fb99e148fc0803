import type { Attachment } from "./attachments.ts";

/** A rendered email. */
export interface Mail {
  /** The same at every attempt, so that the recipient's inbox can detect a duplicate. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Names the sender, unless MAIL_FROM does. */
  readonly studioName: string;
  readonly html: string;
  readonly text: string;
  readonly writtenAt: Date;
  /** Absolute URL where emails of this kind are turned off. */
  readonly unsubscribeUrl: string | null;
  readonly attachments: readonly Attachment[];
}

/** Port of the email transport. */
export interface Mailer {
  /** Delivers an email; idempotent by its id. @throws so that the job is retried */
  send(mail: Mail): Promise<void>;
}
