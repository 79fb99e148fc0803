import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { TextField } from "./text-field.tsx";
import { useForm } from "./use-form.ts";
import { useRequest } from "./use-request.ts";

const QrCode = lazy(async () => ({ default: (await import("../../../ui/qr-code.tsx")).QrCode }));

export const TwoStepsFragment = graphql(`
  fragment TwoStepsSetting_account on Account {
    hasTwoSteps
    recoveryCodesLeft
  }
`);

/** Two-factor authentication: enabled by a first code, with recovery codes for a lost app. */
export function TwoStepsSetting({
  account,
  confirmed,
  onChanged,
}: {
  account: FragmentOf<typeof TwoStepsFragment>;
  confirmed: <T>(work: () => Promise<T>) => Promise<T>;
  onChanged: () => void;
}) {
  const { t } = useLingui();
  const { hasTwoSteps, recoveryCodesLeft } = readFragment(TwoStepsFragment, account);
  const session = useSession();
  const [setup, setSetup] = useState<{ uri: string; secret: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { request, busy, fault } = useRequest();
  const turnOff = async (): Promise<void> => {
    await confirmed(() => session.ask("/two-steps/off", {}));
    setCodes(null);
    showToast(t`Two-step verification is off.`);
    onChanged();
  };
  const renewCodes = async (): Promise<void> => {
    setCodes(codesOf(await confirmed(() => session.ask("/two-steps/recovery-codes", {}))));
    onChanged();
  };
  const begin = async (): Promise<void> => {
    const { uri, secret } = await confirmed(() => session.ask("/two-steps/begin", {}));
    setSetup({ uri: String(uri), secret: String(secret) });
    onChanged();
  };
  const finish = useForm({ code: "" }, async ({ code }) => {
    setCodes(codesOf(await session.ask("/two-steps/on", { code })));
    finish.form.reset();
    setSetup(null);
    showToast(t`Two-step verification is on.`);
    onChanged();
  });
  return (
    <Setting title={t`Two-step verification`}>
      <div className="stack gap-2">
        <p className="muted pretty">
          {hasTwoSteps
            ? t`On. Recovery codes left: ${recoveryCodesLeft}.`
            : t`Add a code from an authenticator app each time you sign in.`}
        </p>
        <p role="alert" className="hint hint-bad">
          {fault}
        </p>
        <p className="row wrap">
          {hasTwoSteps ? (
            <>
              <Button size="s" busy={busy} onClick={() => void request(renewCodes)}>
                {t`New recovery codes`}
              </Button>
              <Button size="s" tone="line" busy={busy} onClick={() => void request(turnOff)}>
                {t`Turn off`}
              </Button>
            </>
          ) : (
            !setup && (
              <Button size="s" busy={busy} onClick={() => void request(begin)}>
                {t`Turn on`}
              </Button>
            )
          )}
        </p>
      </div>
      {setup && !hasTwoSteps && (
        <form className="stack" noValidate onSubmit={(event) => void finish.submit(event)}>
          <p className="pretty">{t`Scan with your authenticator app or enter the key, then type the 6-digit code.`}</p>
          <Suspense>
            <QrCode text={setup.uri} label={t`QR code for your authenticator app`} />
          </Suspense>
          <p className="key-text" data-testid="totp-key">
            {setup.secret.match(/.{1,4}/g)?.join(" ")}
          </p>
          <TextField
            label={t`Code`}
            autoComplete="one-time-code"
            inputMode="numeric"
            {...finish.field("code")}
          />
          <p role="alert" className="hint hint-bad">
            {finish.formFault}
          </p>
          <p className="row wrap">
            <Button type="submit" busy={finish.busy}>
              {t`Turn on`}
            </Button>
            <Button tone="text" onClick={() => setSetup(null)}>
              {t`Leave it`}
            </Button>
          </p>
        </form>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
    </Setting>
  );
}

const codesOf = ({ recoveryCodes }: Record<string, unknown>): string[] =>
  Array.isArray(recoveryCodes) ? recoveryCodes.map(String) : [];
