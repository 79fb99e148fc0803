import { useRef, useState, type FormEvent } from "react";
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
} from "react-hook-form";

/** An error of the field with this name; null: of the whole form. */
export type Fault = { field: string | null; text: string };

/** What a field component takes: the registration of its input, and its error. */
export type FieldProps = UseFormRegisterReturn & { fault: string | undefined };

/**
 * A form that the server validates. Sends one request at a time, however often it is submitted. An error is shown next
 * to its field, which gets the focus; input is preserved.
 *
 * @param defaultValues of all fields; they may be absent while their control isn't shown
 * @param send sends the values; `pressed` is the value of the submit button that was used
 * @param faultOf reads an error of `send`: what to show, "canceled" for nothing, or null to throw it again
 */
export function useServerForm<Values extends FieldValues>({
  defaultValues,
  send,
  faultOf,
}: {
  defaultValues: DefaultValues<Values>;
  send: (values: Values, pressed: string) => Promise<void>;
  faultOf: (error: unknown) => Fault | "canceled" | null;
}) {
  const form = useForm<Values>({ defaultValues });
  const { errors } = form.formState;
  const isPending = useRef(false);
  const [busy, setBusy] = useState(false);
  // Fields that are on the screen: the error of another one belongs to the whole form.
  const shownFields = new Set<string>();
  const attempt = async (values: Values, pressed: string): Promise<void> => {
    setBusy(true);
    try {
      await send(values, pressed);
    } catch (error) {
      const fault = faultOf(error);
      if (fault === null) throw error;
      if (fault === "canceled") return;
      const { field, text } = fault;
      if (field !== null && shownFields.has(field))
        form.setError(field as Path<Values>, { message: text }, { shouldFocus: true });
      else form.setError("root", { message: text });
    } finally {
      setBusy(false);
    }
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isPending.current) return;
    isPending.current = true;
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const pressed = button?.value ?? "";
    try {
      form.clearErrors();
      if (button?.formNoValidate) await attempt(form.getValues(), pressed);
      else await form.handleSubmit((values) => attempt(values, pressed))(event);
    } finally {
      isPending.current = false;
    }
  };
  const faultOfField = (name: Path<Values>): string | undefined => {
    shownFields.add(name);
    return form.getFieldState(name, form.formState).error?.message;
  };
  return {
    /** The whole form, for lists of fields and watched values. */
    form,
    /** For `onSubmit` of a form with `noValidate`: the errors are ours. */
    submit,
    busy,
    /** Registers a field. */
    field: <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>): FieldProps => ({
      ...form.register(name, rules),
      fault: faultOfField(name),
    }),
    /** The error of a field or list that is registered elsewhere. */
    faultOfField,
    /** The error of the whole form. */
    formFault: errors.root?.message,
  };
}

/** What `useServerForm` gives, for parts of a form in components of their own. */
export type ServerForm<Values extends FieldValues> = ReturnType<typeof useServerForm<Values>>;
