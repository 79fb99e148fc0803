import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { FilterFields } from "./filter-fields.tsx";
import type { ComponentProps } from "react";

type FilterSheetProps = ComponentProps<typeof FilterFields> & { onClose: () => void; onReset: () => void };

/** The filters on phones, in a sheet above the list. The list updates with each choice. */
export function FilterSheet({ onClose, onReset, ...fields }: FilterSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet
      title={t`Filters`}
      closeLabel={t`Close filters`}
      onClose={onClose}
      footer={
        <div className="row between">
          <Button tone="text" onClick={onReset}>
            {t`Clear all`}
          </Button>
          <Button tone="go" onClick={onClose}>
            {t`Show classes`}
          </Button>
        </div>
      }
    >
      <div className="filter-sheet">
        <FilterFields {...fields} />
      </div>
    </Sheet>
  );
}
