import { useLingui } from "@lingui/react/macro";
import type { PaymentMethodsProps } from "../provider.ts";
import { CardField } from "./card-field.tsx";
import { TestWallets } from "./test-wallets.tsx";

/** Test wallets and the card field of the built-in gateway. */
export function TestMethods(props: PaymentMethodsProps) {
  const { config, address, agreement, now, ref, faultId, onSubmit, mayOpenWallet, onWallet } = props;
  const { t } = useLingui();
  const { tokenUrl, cardFieldUrl, wallets } = config;
  if (!tokenUrl || !cardFieldUrl) return null;
  return (
    <>
      <TestWallets
        wallets={wallets}
        address={address}
        agreement={agreement}
        now={now}
        tokenUrl={tokenUrl}
        mayOpen={mayOpenWallet}
        onToken={onWallet}
      />
      <p className="or">{t`or pay by card`}</p>
      <CardField url={cardFieldUrl} ref={ref} onSubmit={onSubmit} describedBy={faultId} />
    </>
  );
}
