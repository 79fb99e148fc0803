import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { BillingAddress, TestWallet } from "../../../../../contract/card-field.ts";
import { Button } from "../../../../ui/button.tsx";
import { Sheet } from "../../../../ui/sheet.tsx";
import { AgreementText, ChargeDates, useCommitLabel } from "../../subscription/charges.tsx";
import type { Agreement } from "../../checkout/agreement.ts";
import { refusalOf } from "../../checkout/refusals.ts";
import { LegalLinks } from "../../checkout/legal-links.tsx";
import { walletNames } from "../../checkout/wallet-names.ts";
import { tokenizeWallet } from "./tokenize-wallet.ts";

/** Simulates the wallet's own window: the amount, and one press that confirms it. */
export function WalletSheet({
  wallet,
  address,
  agreement,
  now,
  tokenUrl,
  onToken,
  onClose,
}: {
  wallet: TestWallet;
  /** The billing address. */
  address: BillingAddress;
  /** Null: only the payment method changes. */
  agreement: Agreement | null;
  now: Date;
  tokenUrl: string;
  onToken: (token: string) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const commitLabel = useCommitLabel();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const name = walletNames[wallet];
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    const answer = await tokenizeWallet(tokenUrl, wallet, address);
    setBusy(false);
    if ("token" in answer) onToken(answer.token);
    else setFault(refusalOf(answer.code).text);
  };
  return (
    <Sheet
      title={name}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <div className="stack">
          <p role="alert" className="hint hint-bad">
            {fault}
          </p>
          <Button tone="go" size="l" wide busy={busy} onClick={() => void confirm()}>
            {agreement ? commitLabel(agreement) : t`Use ${name}`}
          </Button>
          {agreement && (
            <AgreementText agreement={agreement}>
              <LegalLinks />
            </AgreementText>
          )}
        </div>
      }
    >
      <p className="is-test">{t`Test mode for ${name}. No real charge.`}</p>
      {agreement && <ChargeDates agreement={agreement} now={now} />}
    </Sheet>
  );
}
