import { useLingui } from "@lingui/react/macro";
import type { DefaultValues, FieldValues, Path } from "react-hook-form";
import { SessionError } from "../../../graphql/session-error.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { useFaultTexts } from "./fault-texts.ts";

/** Shortest password, as the server checks it. */
const minPassword = 8;
/** Shortest PIN. */
const minPin = 4;

/**
 * A form of an account. Its errors are session errors, by their codes.
 * `field` requires a value; `newPassword` and `pin` also check the length, `email` the form of an address.
 */
export function useForm<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
  send: (values: Values, pressed: string) => Promise<void>,
) {
  const { t } = useLingui();
  const faultTextOf = useFaultTexts();
  const { field, ...rest } = useServerForm<Values>({
    defaultValues,
    send,
    faultOf: (error) => {
      if (!(error instanceof SessionError)) return null;
      return error.code === "CANCELED" ? "canceled" : faultTextOf(error.code);
    },
  });
  const required = t`Fill in this field.`;
  return {
    ...rest,
    field: (name: Path<Values>) => field(name, { required }),
    email: (name: Path<Values>) =>
      field(name, { required, pattern: { value: /\S@\S/, message: faultTextOf("INVALID_EMAIL").text } }),
    newPassword: (name: Path<Values>) =>
      field(name, {
        required,
        minLength: { value: minPassword, message: faultTextOf("PASSWORD_TOO_SHORT").text },
      }),
    pin: (name: Path<Values>) =>
      field(name, { required, minLength: { value: minPin, message: faultTextOf("BAD_PIN").text } }),
    optional: (name: Path<Values>) => field(name),
  };
}
