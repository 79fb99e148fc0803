import { hardLines, list, paragraphs, section, type LegalFacts, type Templates } from "./facts.ts";

const party = (facts: LegalFacts): string =>
  facts.sellerLines === null
    ? "[[Firma und Anschrift: unter Einstellungen, Verkäufer eintragen]]"
    : hardLines(
        ...facts.sellerLines,
        facts.email && `E-Mail: ${facts.email}`,
        facts.phone && `Telefon: ${facts.phone}`,
        facts.otherContact && `Kontakt: ${facts.otherContact}`,
      );

export const german: Templates = {
  imprint: (facts) =>
    paragraphs(
      party(facts),
      section("Vertreten durch", "[[Name der Person, die das Studio vertritt]]"),
      facts.registration && section("Registereintrag", facts.registration),
      (facts.vatId ?? facts.taxNumber) &&
        section(
          "Steuern",
          facts.vatId && `USt-IdNr.: ${facts.vatId}`,
          facts.taxNumber && `Steuernummer: ${facts.taxNumber}`,
        ),
      section(
        "Streitbeilegung",
        "Wir sind nicht verpflichtet und nicht bereit, an einem Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen.",
      ),
    ),
  privacy: (facts) =>
    paragraphs(
      `Hier steht, was ${facts.studioName} über dich speichert, wozu und wie lange.`,
      section("Verantwortlich", party(facts)),
      section(
        "Was wir speichern",
        list(
          "**Konto:** Name, Benutzername, E-Mail-Adresse, ein Hash deines Passworts oder deine Passkeys, deine Sitzungen mit Browser und Land. Nötig für den Vertrag. Bis du das Konto löschst.",
          "**Familienprofile:** Namen, Fotos und Training der Profile, die du anlegst. Profile von Kindern sind nicht öffentlich.",
          "**Training:** die Kurse, die du ansiehst, dein Fortschritt, Notizen, Pläne und Abzeichen. Nötig für den Dienst.",
          "**Community:** Beiträge, Kommentare und Videos, die du teilst, bis du sie löschst.",
          "**Rechnungen:** wer was gekauft hat, solange es das Steuerrecht verlangt.",
          "**Sicherheitsprotokoll:** Anmeldungen und Änderungen an deinem Konto, ohne die vollständige IP-Adresse.",
        ),
      ),
      section(
        "Wer Daten erhält",
        list(
          facts.payments === null
            ? "**Zahlungen:** Es werden noch keine angenommen."
            : `**Zahlungen:** ${facts.payments === "test" ? "ein Testzugang, der kein Geld bewegt" : facts.payments}. Kartennummern erreichen unseren Server nie.`,
          facts.hosts.email &&
            `**E-Mail:** Versand über ${facts.hosts.email}. Dort fallen deine Adresse und die E-Mail an.`,
          facts.hosts.videos && `**Speicher für Videos:** ${facts.hosts.videos}.`,
          facts.hasPush &&
            "**Push-Mitteilungen:** nur wenn du sie einschaltest, über den Push-Dienst deines Browserherstellers.",
          facts.signIns.length > 0 &&
            `**Anmeldung mit ${facts.signIns.join(" oder ")}:** nur wenn du sie wählst. Wir erhalten deinen Namen und deine E-Mail-Adresse.`,
          facts.hasCast && "**Google Cast:** wird geladen, wenn du auf einem Fernseher abspielst.",
          facts.hosts.location &&
            `**Standort:** ${facts.hosts.location} erhält deine IP-Adresse, um uns dein Land zu nennen.`,
          facts.checksVatIds && "**USt-IdNr.:** wird im EU-Register VIES geprüft.",
        ),
      ),
      section(
        "Analyse und Werbung",
        `Nur mit deiner Einwilligung, wo das Gesetz sie verlangt, erfassen wir die Seiten, die du besuchst (Analyse), und die Anzeige, über die du gekommen bist (Werbung). Wir speichern das auf unserem eigenen Server und löschen es nach ${facts.eventRetentionDays} Tagen.`,
        facts.hosts.analytics.length > 0 &&
          `Mit derselben Einwilligung gehen Ereignisse auch an ${facts.hosts.analytics.join(", ")}.`,
        facts.hosts.adClicks && `Klicks auf Anzeigen werden auch bei ${facts.hosts.adClicks} gespeichert.`,
        `Deine Wahl änderst du jederzeit in den [Datenschutzeinstellungen](${facts.urls.privacySettings}).`,
      ),
      section(
        "Deine Rechte",
        `Du kannst deine Daten einsehen, berichtigen, exportieren und löschen, ihre Nutzung einschränken oder ihr widersprechen und eine Einwilligung widerrufen. Export und Löschung findest du in den [Einstellungen](${facts.urls.privacySettings}). Du kannst dich bei einer Datenschutzbehörde beschweren.`,
      ),
    ),
  terms: (facts) =>
    paragraphs(
      `Diese Bedingungen gelten für alle, die ${facts.studioName} nutzen oder ein Abo kaufen.`,
      section("Dein Vertragspartner", party(facts)),
      section(
        "Was du kaufst",
        "Ein Abo gibt dir Zugang zu seinen Kursen auf jedem Gerät, auf dem du dich anmeldest. Ein Familienabo gilt für die genannte Zahl von Personen eines Haushalts, jede mit eigenem Profil. Kurse können hinzukommen und wegfallen.",
      ),
      section(
        "Kostenlose Testphase",
        "Eine kostenlose Testphase pro Person. Sieben und zwei Tage vor ihrem Ende schreiben wir dir eine E-Mail. Kündigst du vorher, zahlst du nichts.",
      ),
      section(
        "Preis und Zahlung",
        "Neben der Schaltfläche zum Bezahlen stehen Preis, Steuer, Zeitraum und der Tag der ersten Abbuchung. Du zahlst jeden Monat oder jedes Jahr im Voraus. Schlägt eine Zahlung fehl, schreiben wir dir und versuchen es nach 1, 3, 5 und 7 Tagen erneut, danach endet das Abo.",
      ),
      section(
        "Verlängerung und Preisänderungen",
        "Abos verlängern sich, bis du kündigst. 30 Tage vor einer jährlichen Verlängerung und einmal im Jahr zu einem monatlichen Abo schreiben wir dir. Preisänderungen gelten erst ab einer späteren Verlängerung, und wir sagen sie dir immer vorher.",
      ),
      section(
        "Wechseln, pausieren, kündigen",
        `Ein Wechsel in ein größeres Abo gilt sofort, ungenutzte Zeit wird angerechnet. Ein Wechsel in ein kleineres gilt ab der nächsten Zahlung. Du kannst ein bis drei Monate pausieren. [Kündigen](${facts.urls.cancellation}) kannst du jederzeit: Dein Zugang bleibt bis zum Ende der bezahlten Zeit. Wir bestätigen es per E-Mail.`,
      ),
      section(
        "Widerrufsrecht",
        `Wohnst du in der EU, in Norwegen oder im Vereinigten Königreich, kannst du innerhalb von 14 Tagen ohne Angabe von Gründen widerrufen, zum Beispiel mit unserem [Formular](${facts.urls.withdrawal}). Du zahlst nur die Tage, die du genutzt hast.`,
      ),
      section(
        "Sicher tanzen",
        "Tanze im Rahmen deiner Möglichkeiten und auf freiem Boden. Frag zuerst eine Ärztin oder einen Arzt, wenn du wegen deiner Gesundheit unsicher bist. Wir haften unbeschränkt für Vorsatz, grobe Fahrlässigkeit und Verletzungen, sonst nur bei Verletzung wesentlicher Pflichten und begrenzt auf den vorhersehbaren Schaden.",
      ),
      section(
        "Recht",
        "[[Das anwendbare Recht, zum Beispiel: Es gilt deutsches Recht. Zwingendes Verbraucherrecht deines Landes bleibt unberührt.]]",
      ),
    ),
  rules: (facts) =>
    paragraphs(
      `${facts.studioName} ist ein Ort zum Lernen. Hilf mit, dass es so bleibt.`,
      section(
        "Miteinander",
        list(
          "Sei freundlich. Sprich über den Tanz, nicht über den Körper.",
          "Kein Hass, keine Belästigung, keine Nacktheit, keine Werbung.",
          "Teile nur Videos, die du teilen darfst. Alle darin haben zugestimmt.",
          "Gesichter und Namen von Kindern bleiben privat.",
        ),
      ),
      section(
        "Kurse",
        list(
          "Dein Abo ist für dich und deinen Haushalt. Teile dein Konto nicht, nimm Kurse nicht auf und zeige sie nicht öffentlich.",
        ),
      ),
      section(
        "Wenn jemand die Regeln bricht",
        "Melde es mit der Flagge am Beitrag oder am Kommentar. Die Moderation sieht sich jede Meldung an. Wir können Inhalte entfernen und Konten sperren und sagen, warum. Du kannst Einspruch einlegen.",
      ),
    ),
};
