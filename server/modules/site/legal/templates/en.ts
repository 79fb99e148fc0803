import { hardLines, list, paragraphs, section, type LegalFacts, type Templates } from "./facts.ts";

const party = (facts: LegalFacts): string =>
  facts.sellerLines === null
    ? "[[Legal name and address: save them under Settings, Seller]]"
    : hardLines(
        ...facts.sellerLines,
        facts.email && `Email: ${facts.email}`,
        facts.phone && `Phone: ${facts.phone}`,
        facts.otherContact && `Contact: ${facts.otherContact}`,
      );

export const english: Templates = {
  imprint: (facts) =>
    paragraphs(
      party(facts),
      section("Represented by", "[[Name of the person who represents the studio]]"),
      facts.registration && section("Register", facts.registration),
      (facts.vatId ?? facts.taxNumber) &&
        section(
          "Tax",
          facts.vatId && `VAT ID: ${facts.vatId}`,
          facts.taxNumber && `Tax number: ${facts.taxNumber}`,
        ),
      section(
        "Disputes",
        "We are not obliged to take part in dispute resolution before a consumer arbitration board, and don’t.",
      ),
    ),
  privacy: (facts) =>
    paragraphs(
      `This page says what ${facts.studioName} stores about you, why, and for how long.`,
      section("Who is responsible", party(facts)),
      section(
        "What we store",
        list(
          "**Account:** your name, username, email address, a hash of your password or your passkeys, your sessions with browser and country. Needed for the contract. Until you delete the account.",
          "**Family profiles:** names, photos and practice of the profiles that you create. Children’s profiles aren’t public.",
          "**Practice:** the classes you watch, your progress, notes, plans and badges. Needed for the service.",
          "**Community:** posts, comments and videos that you share, until you delete them.",
          "**Invoices:** who bought what, for as long as tax law requires.",
          "**Security log:** sign-ins and changes of your account, without the full IP address.",
        ),
      ),
      section(
        "Who receives data",
        list(
          facts.payments === null
            ? "**Payments:** none are taken yet."
            : `**Payments:** ${facts.payments === "test" ? "a test gateway, which moves no money" : facts.payments}. Card numbers never reach our server.`,
          facts.hosts.email &&
            `**Email:** sent through ${facts.hosts.email}, which receives your address and the email.`,
          facts.hosts.videos && `**Video storage:** ${facts.hosts.videos}.`,
          facts.hasPush &&
            "**Push notifications:** only if you turn them on, through the push service of your browser’s maker.",
          facts.signIns.length > 0 &&
            `**Sign-in with ${facts.signIns.join(" or ")}:** only if you choose it. We receive your name and email address.`,
          facts.hasCast && "**Google Cast:** loaded when you play on a television.",
          facts.hosts.location &&
            `**Location:** ${facts.hosts.location} receives your IP address to tell us your country.`,
          facts.checksVatIds && "**VAT IDs:** checked in the EU’s register VIES.",
        ),
      ),
      section(
        "Analytics and advertising",
        `Only with your consent where the law requires it, we record the pages you visit (analytics) and the ad that brought you here (advertising). We store this on our own server, and delete it after ${facts.eventRetentionDays} days.`,
        facts.hosts.analytics.length > 0 &&
          `With the same consent, events are also sent to ${facts.hosts.analytics.join(", ")}.`,
        facts.hosts.adClicks && `Ad clicks are also stored in ${facts.hosts.adClicks}.`,
        `Change your choice at any time under [privacy settings](${facts.urls.privacySettings}).`,
      ),
      section(
        "Your rights",
        `You may see, correct, export and delete your data, restrict or object to its use, and withdraw a consent. Export and deletion are in your [settings](${facts.urls.privacySettings}). You may complain to a data protection authority.`,
      ),
    ),
  terms: (facts) =>
    paragraphs(
      `These terms hold for everyone who uses ${facts.studioName} or buys a plan.`,
      section("Your contract partner", party(facts)),
      section(
        "What you’re buying",
        "A plan gives you access to its classes on every device you sign in to. A family plan covers the stated number of people in one household, each with a profile. Classes may be added and removed.",
      ),
      section(
        "Free trial",
        "One free trial per person. We email you seven and two days before it ends. Cancel before it ends and you pay nothing.",
      ),
      section(
        "Price and payment",
        "Next to the payment button you see the price, tax, interval, and first charge date. You pay each month or year in advance. If a payment fails, we email you and retry after 1, 3, 5, and 7 days, then the subscription ends.",
      ),
      section(
        "Renewal and price changes",
        "Subscriptions renew until you cancel. We email you 30 days before a yearly renewal, and once a year about a monthly plan. Price changes apply only from a later renewal, and we always tell you first.",
      ),
      section(
        "Changing, pausing, canceling",
        `Upgrades take effect immediately, with credit for unused time. Downgrades take effect at your next payment. You can pause for one to three months. [Cancel](${facts.urls.cancellation}) anytime: you keep access until the end of the paid period. We email you a confirmation.`,
      ),
      section(
        "Right of withdrawal",
        `If you live in the EU, Norway, or the UK, you can withdraw within 14 days without giving a reason, for example by our [form](${facts.urls.withdrawal}). You pay only for the days you used.`,
      ),
      section(
        "Dance safely",
        "Dance within your ability, on a clear floor. Ask a doctor first if you’re unsure about your health. We’re liable without limit for intent, gross negligence and injury, and otherwise only for breaches of essential duties, limited to foreseeable damage.",
      ),
      section(
        "Law",
        "[[The law that applies, such as: The law of Germany applies. Mandatory consumer law of your country stays untouched.]]",
      ),
    ),
  rules: (facts) =>
    paragraphs(
      `${facts.studioName} is a place to learn. Help to keep it one.`,
      section(
        "With each other",
        list(
          "Be kind. Comment on the dance, not on the body.",
          "No hate, harassment, nudity, or advertising.",
          "Share only videos that you may share. Everyone in them has agreed.",
          "Children’s faces and names stay private.",
        ),
      ),
      section(
        "Classes",
        list(
          "Your plan is for you and your household. Don’t share your account, record classes, or show them in public.",
        ),
      ),
      section(
        "If someone breaks the rules",
        "Report it with the flag on the post or the comment. A moderator looks at every report. We may remove content and suspend accounts, and say why. You can appeal.",
      ),
    ),
};
