/** A class's texts in a language. */
export type ClassTexts = readonly [title: string, description: string];

/** The demo's classes in Spanish and German, by slug. */
export const classTexts: Readonly<Record<string, { readonly es: ClassTexts; readonly de: ClassTexts }>> = {
  "drag-the-left": {
    es: [
      "Arrastra la izquierda, responde en siete",
      "Dos ochos. El pie izquierdo se arrastra dos cuentas, como si el suelo estuviera mojado, y en siete responden los dos brazos. Despacio, contado en voz alta y bailado a 92 BPM.",
    ],
    de: [
      "Links ziehen, auf sieben antworten",
      "Zwei Achter. Der linke Fuß zieht zwei Zählzeiten lang wie über nassen Boden, und auf sieben antworten beide Arme. Langsam erklärt, laut gezählt, getanzt bei 92 BPM.",
    ],
  },
  "sit-in-the-pocket": {
    es: [
      "Dentro del groove",
      "Solo el bounce y un paso, nueve minutos, hasta que tus rodillas sepan dónde está la caja.",
    ],
    de: [
      "Tief im Groove",
      "Nur der Bounce und ein Schritt, neun Minuten lang, bis deine Knie wissen, wo die Snare sitzt.",
    ],
  },
  "one-eight-four-ways": {
    es: [
      "Un ocho, de cuatro maneras",
      "El mismo ocho contado, más lento, al máximo y al máximo cuando ya no puedes más. Ahí es cuando es tuyo.",
    ],
    de: [
      "Ein Achter, viermal anders",
      "Derselbe Achter gezählt, unter Tempo, voll ausgetanzt und voll ausgetanzt, wenn du müde bist. Dann gehört er dir.",
    ],
  },
  "knee-up-kick-it-away": {
    es: [
      "Rodilla arriba y patada",
      "Tres ochos en los que los dos pies dejan el suelo, pero nunca a la vez.",
    ],
    de: [
      "Knie hoch, weg damit",
      "Drei Achter, in denen jeder Fuß einmal den Boden verlässt, aber nie beide zugleich.",
    ],
  },
  "round-on-four": {
    es: [
      "Giro en cuatro",
      "La pieza entera: un giro que cae en cuatro, un golpe en cinco-y, y sin descanso hasta siete. La canción dice palabrotas.",
    ],
    de: [
      "Drehung auf vier",
      "Das ganze Stück: eine Drehung, die auf vier landet, ein Stampfer auf fünf-und, keine Pause bis sieben. Im Song wird geflucht.",
    ],
  },
  "first-bounce": {
    es: [
      "Tu primer bounce",
      "Qué quieren decir los bailarines con «abajo en el beat». Un solo paso, sin espejo.",
    ],
    de: ["Dein erster Bounce", "Was Tänzer mit „runter auf den Beat“ meinen. Ein Move, kein Spiegel nötig."],
  },
  "jack-then-let-it-ring": {
    es: [
      "Jack, y que resuene",
      "El jack nace en el pecho y sale por los pies. Después un shuffle, para llevarlo a algún sitio.",
    ],
    de: [
      "Jack, dann lass es klingen",
      "Der Jack beginnt in der Brust und geht durch die Füße hinaus. Dann ein Shuffle, damit du ihn mitnehmen kannst.",
    ],
  },
  "low-and-late": {
    es: ["Bajo y tarde", "Skates y shuffles, cada vuelta más abajo y un pelo por detrás del charles."],
    de: ["Tief und spät", "Skates und Shuffles, jede Runde tiefer und ein Haar hinter der Hi-Hat."],
  },
  "loose-legs-long-night": {
    es: ["Piernas sueltas, noche larga", "Tres juegos de pies y cómo pasar de uno a otro sin pensarlo."],
    de: [
      "Lockere Beine, lange Nacht",
      "Drei Footwork-Schritte und wie du ohne Nachdenken von einem zum nächsten kommst.",
    ],
  },
  "round-the-floor": {
    es: [
      "Vuelta a la pista",
      "Todo a 120 y girando. Usa el espacio que tengas; cuatro pasos te traen de vuelta.",
    ],
    de: [
      "Rund um die Fläche",
      "Alles bei 120 und in der Drehung. Nimm den Platz, den du hast; vier Schritte bringen dich zurück.",
    ],
  },
  "house-in-eight": {
    es: ["House en ocho minutos", "Sin explicaciones. Tres pasos, un groove, sígueme."],
    de: ["House in acht Minuten", "Ohne Erklären. Drei Moves, ein Groove, mach mit."],
  },
  "shoulders-first": {
    es: [
      "Primero los hombros",
      "Los hombros hablan y los pies responden, uno-y-dos. Rodillas blandas todo el rato.",
    ],
    de: [
      "Zuerst die Schultern",
      "Die Schultern reden und die Füße antworten, eins-und-zwei. Die Knie bleiben weich.",
    ],
  },
  "step-rock-release": {
    es: [
      "Paso, balanceo, suelta",
      "Un paso que usarás en todas las clases de Afrobeats, desmontado y vuelto a montar.",
    ],
    de: [
      "Schritt, wiegen, lösen",
      "Ein Schritt, den du in jedem Afrobeats-Kurs brauchst, zerlegt und wieder zusammengesetzt.",
    ],
  },
  "shaku-over-the-line": {
    es: [
      "Shaku sobre la línea",
      "Muñecas cruzadas, brazos que se balancean, una rodilla en siete. La letra no es para menores.",
    ],
    de: [
      "Shaku über die Linie",
      "Gekreuzte Handgelenke, schwingende Arme, ein Knie auf sieben. Der Text ist nichts für Kinder.",
    ],
  },
  "meet-the-ground": {
    es: ["Hasta el suelo", "Abajo, más abajo y arriba a tiempo. Para muslos que ya lo han hecho antes."],
    de: ["Bis zum Boden", "Tief, tiefer und pünktlich wieder hoch. Für Oberschenkel, die das schon kennen."],
  },
  "sunday-azonto": {
    es: ["Azonto de domingo", "Seis minutos de baile antes de que hierva el agua."],
    de: ["Sonntags-Azonto", "Sechs Minuten tanzen, bevor das Wasser kocht."],
  },
  "basic-on-one": {
    es: [
      "Atrás, vuelve, respira",
      "El básico de salsa en uno. Siete de las ocho cuentas son pasos y espera; lo difícil es respirar.",
    ],
    de: [
      "Zurück, erholen, atmen",
      "Der Salsa-Grundschritt auf eins. Sieben von acht Zählzeiten sind Schritte und Warten; schwierig ist das Atmen.",
    ],
  },
  "long-arms-short-steps": {
    es: ["Brazos largos, pasos cortos", "Básico lateral con brazos que salen tarde y llegan a tiempo."],
    de: [
      "Lange Arme, kurze Schritte",
      "Seitlicher Grundschritt mit Armen, die spät beginnen und pünktlich ankommen.",
    ],
  },
  "turn-on-three": {
    es: [
      "Giro a la derecha, cae en tres",
      "Adónde mirar, cuándo soltar la cadera y por qué el giro acaba antes de lo que crees.",
    ],
    de: [
      "Rechtsdrehung, Landung auf drei",
      "Wohin du schaust, wann du die Hüfte lässt und warum die Drehung früher fertig ist, als du denkst.",
    ],
  },
  "shine-in-four": {
    es: [
      "Un shine en cuatro ochos",
      "Un shine para guardar: cruces, pasos atrás, un giro y una pose en siete.",
    ],
    de: [
      "Ein Shine in vier Achtern",
      "Ein Shine zum Behalten: Kreuzschritte, Back Breaks, eine Drehung und eine Pose auf sieben.",
    ],
  },
  "back-breaks-till-late": {
    es: ["Pasos atrás hasta tarde", "Abre a la derecha, abre a la izquierda, a 171 BPM y sin botar."],
    de: ["Back Breaks bis spät", "Nach rechts öffnen, nach links öffnen, bei 171 BPM und ohne zu hüpfen."],
  },
  "fall-and-recover": {
    es: [
      "Caída y recuperación",
      "Entrega tu peso y vuelve a encontrarlo. Dos frases a 71 BPM, con tiempo para escuchar.",
    ],
    de: [
      "Fallen und fangen",
      "Gib dein Gewicht ab und finde es wieder. Zwei Phrasen bei 71 BPM, mit Zeit zum Hören.",
    ],
  },
  "spiral-from-the-ribs": {
    es: [
      "Espiral desde las costillas",
      "Un giro que nadie decide: empiezan las costillas y los pies se enteran.",
    ],
    de: [
      "Spirale aus den Rippen",
      "Eine Drehung, die niemand beschließt: Die Rippen fangen an, die Füße erfahren es.",
    ],
  },
  "hollow-open-suspend": {
    es: ["Vacía, abre, suspende", "Contracción y liberación hasta que la respiración lo haga por ti."],
    de: ["Hohl, offen, schwebend", "Kontrahieren und lösen, bis der Atem es für dich macht."],
  },
  "weight-is-a-gift": {
    es: ["El peso es un regalo", "Balancéate de un pie al otro. Parece muy poco y se siente como volar."],
    de: [
      "Gewicht ist ein Geschenk",
      "Schwing von einem Fuß auf den anderen. Es sieht nach wenig aus und fühlt sich an wie Fliegen.",
    ],
  },
  "walk-it-stop-it": {
    es: [
      "Camina y para",
      "Dos pasos, una parada. Dónde está el peso sobre un tacón y qué hacen las costillas. El zapato plano es bienvenido.",
    ],
    de: [
      "Gehen und stehen",
      "Zwei Schritte, ein Stopp. Wo auf einem Absatz das Gewicht ist und was die Rippen damit zu tun haben. Flache Schuhe sind willkommen.",
    ],
  },
  "slow-burn-sharp-stop": {
    es: [
      "Fuego lento, parada en seco",
      "Una onda que dura tres cuentas y cuatro poses que no duran ninguna.",
    ],
    de: [
      "Langsam glühen, scharf stoppen",
      "Eine Welle, die drei Zählzeiten braucht, und vier Posen, die keine brauchen.",
    ],
  },
  "fan-and-turn": {
    es: [
      "Abanico y giro",
      "Patada en uno, vuelta en cinco, mano por el pelo en siete. Canción con letra explícita.",
    ],
    de: [
      "Fächer und Drehung",
      "Kick auf eins, herum bis fünf, auf sieben die Hand durchs Haar. Song mit expliziten Texten.",
    ],
  },
  "four-poses": {
    es: [
      "Cuatro poses para un mal día",
      "Cinco minutos, cuatro poses, y sales de aquí con la cabeza más alta.",
    ],
    de: ["Vier Posen für einen schlechten Tag", "Fünf Minuten, vier Posen, und du gehst größer hinaus."],
  },
  "knees-before-coffee": {
    es: [
      "Rodillas antes del café",
      "Diez minutos a 133 BPM. Rodillas arriba, brazos abajo y ni un solo burpee.",
    ],
    de: ["Knie vor Kaffee", "Zehn Minuten bei 133 BPM. Knie hoch, Arme runter, niemals Burpees."],
  },
  "squat-reach-repeat": {
    es: ["Sentadilla, alcance, repite", "Las piernas trabajan; los brazos les hacen compañía."],
    de: ["Beugen, strecken, noch einmal", "Die Beine arbeiten, die Arme leisten ihnen Gesellschaft."],
  },
  "three-of-us-one-line": {
    es: [
      "Tres en una línea",
      "Aprende dos combinaciones y hazlas en fila de tres. Tú eres la cuarta persona.",
    ],
    de: [
      "Drei in einer Reihe",
      "Lern zwei Kombinationen und tanz sie in einer Dreierreihe. Du bist Nummer vier.",
    ],
  },
  "one-foot-on-the-floor": {
    es: ["Un pie en el suelo", "Sin saltos. Amable con las rodillas y con quienes viven debajo."],
    de: ["Ein Fuß am Boden", "Keine Sprünge. Gut für die Knie und für die Leute unter dir."],
  },
  "the-long-sixteen": {
    es: ["Los dieciséis largos", "Dieciséis minutos sin parar. Primero, agua."],
    de: ["Die langen sechzehn", "Sechzehn Minuten ohne Pause. Erst Wasser trinken."],
  },
  "warm-the-ankles-first": {
    es: ["Primero, los tobillos", "Todo lo que bailas pasa por dos tobillos. Dales cinco minutos."],
    de: ["Zuerst die Knöchel", "Alles, was du tanzt, geht durch zwei Knöchel. Gib ihnen fünf Minuten."],
  },
  "breathe-down": {
    es: [
      "Respira y baja",
      "Para después de clase, del trabajo o de las pantallas. Acaba más abajo de donde empieza.",
    ],
    de: [
      "Herunteratmen",
      "Für nach dem Kurs, nach der Arbeit, nach dem Bildschirm. Endet tiefer, als es beginnt.",
    ],
  },
  "hips-that-forgive": {
    es: ["Caderas que perdonan", "Zancadas largas y paciencia, para caderas que pasaron el día sentadas."],
    de: [
      "Hüften, die verzeihen",
      "Lange Ausfallschritte und Geduld, für Hüften, die den ganzen Tag gesessen haben.",
    ],
  },
  "a-back-that-turns": {
    es: [
      "Una espalda que gira",
      "Rotación desde las costillas, para que los giros no empiecen en las rodillas.",
    ],
    de: [
      "Ein Rücken, der sich dreht",
      "Drehung aus den Rippen, damit deine Drehungen nicht mehr in den Knien anfangen.",
    ],
  },
  "with-the-little-ones": {
    es: [
      "Semilla pequeña, estrella grande",
      "Crece, brilla, pisa y da palmas. Desde unos cuatro años y hasta cualquier edad.",
    ],
    de: [
      "Kleiner Samen, großer Stern",
      "Wachsen, leuchten, stampfen und klatschen. Ab etwa vier Jahren und ohne Grenze nach oben.",
    ],
  },
  "penguins-in-a-row": {
    es: ["Pingüinos en fila", "Talones juntos, puntas separadas, y el pescado está en la cocina."],
    de: ["Pinguine in einer Reihe", "Fersen zusammen, Zehen auseinander, und der Fisch ist in der Küche."],
  },
  "kitchen-floor-party": {
    es: ["Fiesta en la cocina", "Ocho minutos, cuatro pasos, sin mesa. Música apta para todos."],
    de: ["Party auf dem Küchenboden", "Acht Minuten, vier Moves, kein Tisch. Musik ohne Kraftausdrücke."],
  },
  "robot-in-the-hall": {
    es: [
      "Robot en el pasillo",
      "Cómo parar un movimiento tan fuerte que suene un clic. A los niños se les da mejor: que te guíen.",
    ],
    de: [
      "Roboter im Flur",
      "Wie du eine Bewegung so hart stoppst, dass sie klickt. Kinder können das besser; lass sie führen.",
    ],
  },
};
