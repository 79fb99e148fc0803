import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { paths } from "../../../lib/paths.ts";
import { stringifySearch } from "../../../lib/search-params.ts";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { QrCode } from "../../../ui/qr-code.tsx";
import { Sheet } from "../../../ui/sheet.tsx";

/** The link that opens the checkout with a promo code, as a text to copy and as a QR code to print. */
export function CouponLink({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useLingui();
  const link = new URL(`${paths.checkout()}${stringifySearch({ coupon: code })}`, location.origin).href;
  return (
    <Sheet title={t`Link for ${code}`} closeLabel={t`Close`} onClose={onClose}>
      <p className="muted pretty">{t`Opens the checkout with this promo code already entered.`}</p>
      <QrCode text={link} label={t`QR code for ${code}`} />
      <p className="coupon-link">{link}</p>
      <p>
        <Button
          icon={Copy}
          onClick={() =>
            void copyText(link, { done: t`Link copied.`, refused: t`Couldn’t copy. Select the link above.` })
          }
        >
          {t`Copy link`}
        </Button>
      </p>
    </Sheet>
  );
}
