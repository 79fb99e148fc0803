import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { Session } from "../../../graphql/session.ts";
import { SessionError } from "../../../graphql/session-error.ts";

/** Closing the browser's dialog counts as canceling. */
async function unlessCanceled<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && error.name === "InvalidStateError")
      throw new SessionError("PASSKEY_KNOWN", 0);
    throw new SessionError("CANCELED", 0);
  }
}

/**
 * Requests a passkey assertion.
 * @returns the body of `/passkey/verify-authentication`
 * @throws SessionError
 */
export async function showPasskey(session: Session): Promise<{ response: object }> {
  const options = await session.read("/passkey/generate-authenticate-options");
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { response: await unlessCanceled(startAuthentication({ optionsJSON })) };
}

/**
 * Creates a passkey on this device for the signed-in account.
 * @throws SessionError with CONFIRMATION_NEEDED and others
 */
export async function addPasskey(session: Session, name: string): Promise<void> {
  const options = await session.read("/passkey/generate-register-options");
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await unlessCanceled(startRegistration({ optionsJSON }));
  await session.ask("/passkey/verify-registration", { response, name });
}
