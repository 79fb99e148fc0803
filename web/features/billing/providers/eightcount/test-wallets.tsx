import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { BillingAddress, TestWallet } from "../../../../../contract/card-field.ts";
import type { Agreement } from "../../checkout/agreement.ts";
import { walletNames } from "../../checkout/wallet-names.ts";

const WalletSheet = lazy(async () => ({ default: (await import("./wallet-sheet.tsx")).WalletSheet }));

/** Wallets of the built-in gateway, labeled as tests. */
export function TestWallets({
  wallets,
  address,
  agreement,
  now,
  tokenUrl,
  mayOpen,
  onToken,
}: {
  wallets: readonly (TestWallet | "card")[];
  /** The billing address. */
  address: BillingAddress;
  agreement: Agreement | null;
  now: Date;
  tokenUrl: string;
  /** Asked before a wallet opens. */
  mayOpen: () => boolean;
  onToken: (wallet: TestWallet, token: string) => void;
}) {
  const { t } = useLingui();
  const [open, setOpen] = useState<TestWallet | null>(null);
  return (
    <>
      <div className="pay-wallets">
        {wallets
          .filter((wallet) => wallet !== "card")
          .map((wallet) => (
            <button
              key={wallet}
              type="button"
              className="wallet"
              onClick={() => mayOpen() && setOpen(wallet)}
            >
              {walletNames[wallet]}
              <small>{t`Test`}</small>
            </button>
          ))}
      </div>
      {open && (
        <Suspense>
          <WalletSheet
            wallet={open}
            address={address}
            agreement={agreement}
            now={now}
            tokenUrl={tokenUrl}
            onClose={() => setOpen(null)}
            onToken={(token) => {
              setOpen(null);
              onToken(open, token);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
