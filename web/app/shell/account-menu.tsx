import { useLingui } from "@lingui/react/macro";
import { useLocation } from "../../lib/router/index.ts";
import { User } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { defaultFace, facePath } from "../../../contract/faces.ts";
import { showToast } from "../../ui/toast.ts";
import type { AccountMenuList } from "./account-menu-list.tsx";
import { useMe } from "../../features/identity/public/me.ts";

/** A disclosure, not an ARIA menu: it opens links and a button, and Tab moves through them. */
export function AccountMenu() {
  const { t } = useLingui();
  const me = useMe();
  const pathname = useLocation({ select: (now) => now.pathname });
  const [open, setOpen] = useState(false);
  const [List, setList] = useState<typeof AccountMenuList | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const registered = Boolean(me?.name);

  const [openedAt, setOpenedAt] = useState(pathname);
  if (openedAt !== pathname) {
    setOpenedAt(pathname);
    setOpen(false);
  }
  useEffect(() => {
    if (!open) return;
    const closeOnLeave = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    addEventListener("pointerdown", closeOnLeave);
    addEventListener("focusin", closeOnLeave);
    return () => {
      removeEventListener("pointerdown", closeOnLeave);
      removeEventListener("focusin", closeOnLeave);
    };
  }, [open]);

  // Fetched on intent: most page views don't need it.
  const load = async (): Promise<void> => {
    const { AccountMenuList } = await import("./account-menu-list.tsx");
    setList(() => AccountMenuList);
  };
  const toggle = async (): Promise<void> => {
    if (open) return setOpen(false);
    try {
      await load();
      setOpen(true);
    } catch {
      showToast(t`Couldn’t load the menu. Check your connection and try again.`);
    }
  };

  return (
    <div
      ref={box}
      className="account-menu"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="bar-button"
        aria-expanded={open}
        aria-controls={listId}
        aria-label={registered ? t`Your account, ${me?.name}` : t`Your account`}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => void toggle()}
      >
        <span className="avatar">
          {me?.name ? (
            <img
              src={me.photoURL ?? facePath(defaultFace(me.username ?? me.name))}
              alt=""
              width={40}
              height={40}
            />
          ) : (
            <User aria-hidden="true" size={20} />
          )}
        </span>
      </button>
      <div id={listId} className="account-menu-list" hidden={!open}>
        {open && List && <List me={me ?? null} onClose={() => setOpen(false)} />}
      </div>
    </div>
  );
}
