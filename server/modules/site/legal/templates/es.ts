import { hardLines, list, paragraphs, section, type LegalFacts, type Templates } from "./facts.ts";

const party = (facts: LegalFacts): string =>
  facts.sellerLines === null
    ? "[[Nombre legal y dirección: guárdalos en Ajustes, Vendedor]]"
    : hardLines(
        ...facts.sellerLines,
        facts.email && `Correo electrónico: ${facts.email}`,
        facts.phone && `Teléfono: ${facts.phone}`,
        facts.otherContact && `Contacto: ${facts.otherContact}`,
      );

export const spanish: Templates = {
  imprint: (facts) =>
    paragraphs(
      party(facts),
      section("Representante", "[[Nombre de la persona que representa al estudio]]"),
      facts.registration && section("Registro", facts.registration),
      (facts.vatId ?? facts.taxNumber) &&
        section(
          "Impuestos",
          facts.vatId && `NIF-IVA: ${facts.vatId}`,
          facts.taxNumber && `Número fiscal: ${facts.taxNumber}`,
        ),
      section(
        "Litigios",
        "No estamos obligados a participar en procedimientos de resolución de litigios ante una entidad de consumo, y no participamos.",
      ),
    ),
  privacy: (facts) =>
    paragraphs(
      `Esta página explica qué guarda ${facts.studioName} sobre ti, para qué y durante cuánto tiempo.`,
      section("Responsable", party(facts)),
      section(
        "Qué guardamos",
        list(
          "**Cuenta:** tu nombre, nombre de usuario, correo electrónico, un hash de tu contraseña o tus llaves de acceso, tus sesiones con navegador y país. Necesario para el contrato. Hasta que elimines la cuenta.",
          "**Perfiles familiares:** nombres, fotos y práctica de los perfiles que creas. Los perfiles infantiles no son públicos.",
          "**Práctica:** las clases que ves, tu progreso, notas, planes e insignias. Necesario para el servicio.",
          "**Comunidad:** publicaciones, comentarios y vídeos que compartes, hasta que los elimines.",
          "**Facturas:** quién compró qué, mientras lo exija la ley fiscal.",
          "**Registro de seguridad:** inicios de sesión y cambios de tu cuenta, sin la dirección IP completa.",
        ),
      ),
      section(
        "Quién recibe datos",
        list(
          facts.payments === null
            ? "**Pagos:** todavía no se aceptan."
            : `**Pagos:** ${facts.payments === "test" ? "una pasarela de prueba, que no mueve dinero" : facts.payments}. Los números de tarjeta nunca llegan a nuestro servidor.`,
          facts.hosts.email &&
            `**Correo electrónico:** se envía a través de ${facts.hosts.email}, que recibe tu dirección y el mensaje.`,
          facts.hosts.videos && `**Almacenamiento de vídeo:** ${facts.hosts.videos}.`,
          facts.hasPush &&
            "**Notificaciones push:** solo si las activas, mediante el servicio del fabricante de tu navegador.",
          facts.signIns.length > 0 &&
            `**Inicio de sesión con ${facts.signIns.join(" o ")}:** solo si lo eliges. Recibimos tu nombre y tu correo electrónico.`,
          facts.hasCast && "**Google Cast:** se carga cuando reproduces en un televisor.",
          facts.hosts.location &&
            `**Ubicación:** ${facts.hosts.location} recibe tu dirección IP para indicarnos tu país.`,
          facts.checksVatIds && "**NIF-IVA:** se comprueba en el registro VIES de la UE.",
        ),
      ),
      section(
        "Análisis y publicidad",
        `Solo con tu consentimiento cuando la ley lo exige, registramos las páginas que visitas (análisis) y el anuncio que te trajo aquí (publicidad). Lo guardamos en nuestro propio servidor y lo eliminamos a los ${facts.eventRetentionDays} días.`,
        facts.hosts.analytics.length > 0 &&
          `Con el mismo consentimiento, los eventos también se envían a ${facts.hosts.analytics.join(", ")}.`,
        facts.hosts.adClicks && `Los clics en anuncios también se guardan en ${facts.hosts.adClicks}.`,
        `Cambia tu elección cuando quieras en los [ajustes de privacidad](${facts.urls.privacySettings}).`,
      ),
      section(
        "Tus derechos",
        `Puedes consultar, corregir, exportar y eliminar tus datos, limitar su uso u oponerte a él, y retirar un consentimiento. La exportación y la eliminación están en tus [ajustes](${facts.urls.privacySettings}). Puedes reclamar ante una autoridad de protección de datos.`,
      ),
    ),
  terms: (facts) =>
    paragraphs(
      `Estas condiciones se aplican a quien usa ${facts.studioName} o compra un plan.`,
      section("Con quién contratas", party(facts)),
      section(
        "Qué compras",
        "Un plan te da acceso a sus clases en todos los dispositivos en los que inicies sesión. Un plan familiar vale para el número indicado de personas de un mismo hogar, cada una con su perfil. Se pueden añadir y retirar clases.",
      ),
      section(
        "Prueba gratuita",
        "Una prueba gratuita por persona. Te escribimos siete y dos días antes de que termine. Si cancelas antes, no pagas nada.",
      ),
      section(
        "Precio y pago",
        "Junto al botón de pago ves el precio, los impuestos, la periodicidad y la fecha del primer cobro. Pagas cada mes o cada año por adelantado. Si un pago falla, te escribimos y lo intentamos de nuevo a los 1, 3, 5 y 7 días; después, la suscripción termina.",
      ),
      section(
        "Renovación y cambios de precio",
        "Las suscripciones se renuevan hasta que las canceles. Te escribimos 30 días antes de una renovación anual, y una vez al año si tu plan es mensual. Los cambios de precio solo se aplican a partir de una renovación posterior, y siempre te avisamos antes.",
      ),
      section(
        "Cambiar, pausar, cancelar",
        `Al pasar a un plan superior, el cambio es inmediato y se descuenta el tiempo no usado. Al pasar a uno inferior, el cambio llega con el siguiente pago. Puedes pausar de uno a tres meses. [Cancela](${facts.urls.cancellation}) cuando quieras: conservas el acceso hasta el final del periodo pagado. Te lo confirmamos por correo.`,
      ),
      section(
        "Derecho de desistimiento",
        `Si vives en la UE, Noruega o el Reino Unido, puedes desistir en un plazo de 14 días sin dar motivos, por ejemplo con nuestro [formulario](${facts.urls.withdrawal}). Solo pagas los días que usaste.`,
      ),
      section(
        "Baila con seguridad",
        "Baila según tus posibilidades y con el suelo despejado. Consulta antes con un médico si tienes dudas sobre tu salud. Respondemos sin límite por dolo, negligencia grave y lesiones; en lo demás, solo por el incumplimiento de obligaciones esenciales y hasta el daño previsible.",
      ),
      section(
        "Ley aplicable",
        "[[La ley aplicable, por ejemplo: Se aplica la ley española. Las normas imperativas de consumo de tu país siguen vigentes.]]",
      ),
    ),
  rules: (facts) =>
    paragraphs(
      `${facts.studioName} es un lugar para aprender. Ayuda a que siga siéndolo.`,
      section(
        "Entre nosotros",
        list(
          "Sé amable. Comenta el baile, no el cuerpo.",
          "Nada de odio, acoso, desnudos ni publicidad.",
          "Comparte solo vídeos que puedas compartir. Todas las personas que salen han dado su permiso.",
          "Las caras y los nombres de menores no se hacen públicos.",
        ),
      ),
      section(
        "Clases",
        list(
          "Tu plan es para ti y tu hogar. No compartas tu cuenta, no grabes las clases ni las muestres en público.",
        ),
      ),
      section(
        "Si alguien incumple las normas",
        "Denúncialo con la bandera de la publicación o del comentario. Moderación revisa cada denuncia. Podemos retirar contenido y suspender cuentas, y decimos por qué. Puedes recurrir.",
      ),
    ),
};
