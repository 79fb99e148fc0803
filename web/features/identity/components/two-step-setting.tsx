import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { TextField } from "./text-field.tsx";
import { useForm } from "./use-form.ts";

const QrCode = lazy(async () => ({ default: (await import("./qr-code.tsx")).QrCode }));

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
  const begin = useForm(async (valueOf) => {
    switch (valueOf("what")) {
      case "off":
        await confirmed(() => session.ask("/two-steps/off", {}));
        setCodes(null);
        showToast(t`Two-step verification is off.`);
        break;
      case "codes":
        setCodes(codesOf(await confirmed(() => session.ask("/two-steps/recovery-codes", {}))));
        break;
      default: {
        const { uri, secret } = await confirmed(() => session.ask("/two-steps/begin", {}));
        setSetup({ uri: String(uri), secret: String(secret) });
      }
    }
    onChanged();
  });
  const finish = useForm(async (valueOf) => {
    setCodes(codesOf(await session.ask("/two-steps/on", { code: valueOf("code") })));
    setSetup(null);
    showToast(t`Two-step verification is on.`);
    onChanged();
  });
  return (
    <Setting title={t`Two-step verification`}>
      <form className="stack gap-2" onSubmit={(event) => void begin.submit(event)}>
        <p className="muted pretty">
          {hasTwoSteps
            ? t`On. Recovery codes left: ${recoveryCodesLeft}.`
            : t`Add a code from an authenticator app each time you sign in.`}
        </p>
        <p role="alert" className="hint hint-bad">
          {begin.faultOf(null)}
        </p>
        <p className="row wrap">
          {hasTwoSteps ? (
            <>
              <Button type="submit" size="s" name="what" value="codes" busy={begin.busy}>
                {t`New recovery codes`}
              </Button>
              <Button type="submit" size="s" tone="line" name="what" value="off" busy={begin.busy}>
                {t`Turn off`}
              </Button>
            </>
          ) : (
            !setup && (
              <Button type="submit" size="s" name="what" value="begin" busy={begin.busy}>
                {t`Turn on`}
              </Button>
            )
          )}
        </p>
      </form>
      {setup && !hasTwoSteps && (
        <form className="stack" onSubmit={(event) => void finish.submit(event)}>
          <p className="pretty">{t`Scan with your authenticator app or enter the key, then type the 6-digit code.`}</p>
          <Suspense>
            <QrCode text={setup.uri} label={t`QR code for your authenticator app`} />
          </Suspense>
          <p className="key-text" data-testid="totp-key">
            {setup.secret.match(/.{1,4}/g)?.join(" ")}
          </p>
          <TextField
            label={t`Code`}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            fault={finish.faultOf("code")}
          />
          <p role="alert" className="hint hint-bad">
            {finish.faultOf(null)}
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
