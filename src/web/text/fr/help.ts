/** The help with a question. A separate file, because it loads with the help. */
import type { help as English } from '#web/text/en/help.ts'
import { allOf as list, anyOf, counted, plural } from '#web/text/fr/numbers.ts'

const quoted = (text: string) => `«\u202f${text}\u202f»`

/** A rough duration: `5 minutes`, `3 heures`. */
const waitOf = (seconds: number) =>
  seconds < 5_400 ? counted(Math.ceil(seconds / 60), 'minute') : counted(Math.round(seconds / 3_600), 'heure')

type Reply = (typeof English)['reply']

const tasks: Record<Parameters<Reply['pick']>[0], (count: number) => string> = {
  single_choice: () => 'une seule réponse',
  multiple_choice: (count) => counted(count, 'réponse'),
  reorder: (count) => `l’ordre de ${counted(count, 'étape')}`,
  drag_drop: (count) => `un élément pour chacun des ${counted(count, 'intitulé')}`,
  statements: (count) => `oui ou non pour chacune des ${counted(count, 'affirmation')}`,
  drop_down: (count) => `un choix pour chacun des ${counted(count, 'champ')}`,
  solution: () => 'oui ou non, selon que la solution atteint ou non l’objectif',
}

const advice: Record<Parameters<Reply['advice']>[0], string> = {
  single_choice: 'Répondez d’abord avec vos propres mots. Cherchez ensuite le choix qui dit la même chose.',
  multiple_choice: 'Examinez chaque choix séparément\u00a0: remplit-il les conditions sans les autres\u202f?',
  reorder: 'Pour chaque étape, demandez-vous ce qui doit exister avant qu’elle puisse commencer.',
  drag_drop: 'Pour chaque intitulé, dites ce qu’il lui faut avant de regarder les éléments.',
  statements: 'Jugez chaque affirmation séparément. Ce qui n’est vrai que parfois n’est pas vrai.',
  drop_down: 'Dites ce qui convient dans un champ avant d’ouvrir sa liste.',
  solution: 'Nommez d’abord l’objectif et ses limites. Confrontez ensuite la solution à chacun d’eux.',
}

export const help: typeof English = {
  title: (number) => `Aide pour la question ${number}`,
  labels: { builtIn: 'Intégrée', model: 'Modèle' },
  close: 'Fermer l’aide',
  sealed: 'La réponse reste masquée jusqu’à ce que vous l’affichiez.',
  revealed: 'La réponse est affichée.',
  sealedModel: 'La réponse reste masquée jusqu’à ce que vous l’affichiez. Le modèle ne reçoit pas le corrigé.',
  notice: {
    builtIn:
      'Les réponses de cette aide sont intégrées\u00a0: elles citent la question, son étude de cas et son explication. Aucun modèle d’IA n’est connecté.',
    model: (name, left, max) =>
      `${name} rédige les réponses et peut se tromper. Vérifiez les sources. Réponses restantes aujourd’hui\u00a0: ${left} sur ${max}.`,
  },
  welcome:
    'Choisissez une action ci-dessous ou posez votre question. Vous pouvez désigner les choix par leur lettre et les étapes par leur numéro.',
  question: 'La question',
  conversation: 'Conversation',
  you: 'Vous avez demandé\u00a0: ',

  quick: 'Actions rapides',
  hint: 'Indice',
  nextHint: 'Indice suivant',
  whyNot: (letter) => `Pourquoi pas ${letter}\u202f?`,
  why: (letter) => `Pourquoi ${letter}\u202f?`,
  simply: 'Expliquer simplement',
  compare: 'Comparer deux choix',
  compareTwo: (one, other) => `Comparer ${one} et ${other}`,
  compareFirst: 'Premier choix',
  compareSecond: 'Second choix',
  compareNow: 'Comparer',
  docs: 'Voir la documentation',
  quiz: 'M’interroger sur ce sujet',

  writing: 'Rédaction',
  sources: 'Sources',
  checkedOn: (date) => `vérifiée le ${date}`,
  keep: 'Garder dans ma note',
  kept: 'Ajouté à votre note sur cette question.',
  notKept: 'Le navigateur n’a pas enregistré la note. Elle reste jusqu’à ce que vous fermiez cette page.',

  followUp: {
    title: 'Tirée de la banque de questions',
    options: 'Choisissez une réponse',
    correct: 'Correct.',
    incorrect: (letter) => `Incorrect. La bonne réponse est ${letter}.`,
    none: 'La banque n’a pas d’autre question courte sur ce sujet.',
    offline: 'Les questions de suivi ont besoin d’une connexion. Les indices et les explications fonctionnent hors connexion.',
  },

  ends: {
    cutOff: 'La réponse a atteint sa limite. L’aide intégrée ajoute\u00a0:',
    interrupted: 'La connexion au modèle s’est interrompue. L’aide intégrée continue\u00a0:',
    unavailable: 'Le modèle n’a pas répondu. L’aide intégrée répond\u00a0:',
    timedOut: 'Le modèle a mis trop de temps. L’aide intégrée répond\u00a0:',
    refused: 'Le modèle a refusé de répondre. L’aide intégrée répond\u00a0:',
    withheld: 'La réponse du modèle aurait dévoilé le corrigé. L’aide intégrée répond\u00a0:',
    busy: 'Le modèle est occupé. Réessayez dans un instant. L’aide intégrée répond\u00a0:',
    tooMany: (seconds) =>
      `Vous avez utilisé toutes les réponses du modèle pour le moment${seconds > 0 ? `. Il y en aura d’autres dans ${waitOf(seconds)}` : ''}. L’aide intégrée n’a pas de limite\u00a0:`,
    overBudget: 'Le budget du modèle pour ce mois est épuisé. L’aide intégrée répond\u00a0:',
    simulation: 'Cette question est dans une simulation en cours\u00a0: le modèle n’est pas accessible. L’aide intégrée répond\u00a0:',
    unknownQuestion: 'Le modèle ne connaît pas cette version de la question. L’aide intégrée répond\u00a0:',
    notConnected: 'Le modèle n’est plus connecté. L’aide intégrée répond\u00a0:',
    offline: 'Vous êtes hors connexion, et le modèle a besoin d’une connexion. L’aide intégrée répond\u00a0:',
  },

  input: 'Posez une question sur ce sujet…',
  inputLabel: 'Votre question',
  send: 'Envoyer',
  stop: 'Arrêter',
  tryAgain: 'Réessayer',
  busy: 'Lecture de cette question',
  stopped: 'Vous avez arrêté cette réponse.',
  failed: 'L’aide n’a pas répondu. Votre question est toujours là. Réessayez.',

  reply: {
    from: {
      question: 'Dans la question',
      'case-study': 'Dans l’étude de cas',
      explanation: 'Dans l’explication',
      part: 'Dans les choix',
    },
    hintOf: (number) =>
      `Indice ${number} sur 3\u00a0: ${['ce qu’il faut chercher', 'les conditions décisives', 'ce qu’il faut reconsidérer'][number - 1]}`,
    asked: (sentence) => `La question demande\u00a0: ${quoted(sentence)}`,
    find: (type, count, skill) => `Vous cherchez ${tasks[type](count)}. La compétence\u00a0: ${quoted(skill)}.`,
    terms: (terms) =>
      `Dites avec vos propres mots ce que fait chacun de ces éléments\u00a0: ${list(terms).replace(/\.$/, '')}. Comparez-les ensuite.`,
    advice: (type) => advice[type],
    conditions: {
      single_choice: 'Confrontez chaque choix à ces phrases. Un choix qui en contredit une ne peut pas être correct.',
      multiple_choice: 'Confrontez chaque choix à ces phrases. Un choix qui en contredit une ne peut pas être correct.',
      reorder: 'Confrontez votre ordre à ces phrases.',
      drag_drop: 'Confrontez chacune de vos associations à ces phrases.',
      statements: 'Confrontez chaque affirmation à ces phrases.',
      drop_down: 'Confrontez chacun de vos choix à ces phrases.',
      solution: 'Confrontez la solution à ces phrases.',
    },
    watch: (words) => `Faites attention ${plural(words.length, 'au mot', 'aux mots')} ${list(words.map(quoted))}.`,
    reconsider: (labels) =>
      labels.length === 1
        ? `Vous avez choisi ${labels[0]}. Avant de garder ce choix, trouvez dans la question les mots qui le rendent nécessaire.`
        : `Vous avez choisi ${list(labels)}. Avant de garder ces choix, trouvez dans la question les mots qui rendent chacun nécessaire.`,
    notChosen: 'Écartez les choix qui contredisent une condition. Décidez ensuite entre ceux qui restent.',
    orderCheck: 'Relisez votre ordre. Pour deux étapes voisines, demandez-vous si la seconde pourrait venir en premier.',
    pairCheck: 'Lisez chacune de vos associations à voix haute comme une phrase. Si l’une d’elles sonne un peu faux, revoyez-la.',
    placeCheck: 'Lisez chacune de vos réponses comme une phrase complète. Si l’une d’elles sonne un peu faux, revoyez-la.',
    closest: (one, other) => `${one} et ${other} se ressemblent le plus.`,
    onlyIn: (name, runs) => `Seulement dans ${name}\u00a0: ${list(runs.map(quoted))}.`,
    sameWords: 'Les mêmes mots y figurent\u00a0: regardez leur ordre.',
    decideDifference: 'Déterminez ce que cette différence change pour la question.',
    lastHint: 'C’était le dernier indice. Affichez la réponse quand vous voulez.',
    quoted,
    part: (name, text) => `${name}\u00a0: ${quoted(text)}`,
    names: {
      choice: (label) => label,
      item: (label) => `élément ${label}`,
      prompt: (label) => `intitulé ${label}`,
      place: (label) => `numéro ${label}`,
    },
    step: (label, text) => (label === '' ? quoted(text) : `étape ${label}`),
    noVerdict: 'Je ne peux pas dire quels choix sont corrects avant que vous affichiez la réponse.',
    related: 'Ce que la question en dit\u00a0:',
    notRelated: {
      choice: 'La question n’en parle pas. Cherchez ce que cela fait, et demandez-vous si une condition de la question l’exige.',
      prompt: 'Dites avec vos propres mots ce qu’il lui faut. Cherchez ensuite l’élément qui apporte exactement cela.',
      place: 'Cherchez ce que fait le produit dans ce cas, et comparez-le aux conditions de la question.',
    },
    lookUp: (words) => `Chercher ${quoted(words)} dans la documentation officielle`,
    unknown: (labels, known) => `Cette question ne contient pas ${anyOf(labels)}. Elle contient ${list(known)}.`,
    noLabels: (labels) => `Cette question ne contient pas ${anyOf(labels)}. Citez plutôt le texte du choix.`,
    addressSealed:
      'L’adresse de la page officielle pourrait dévoiler le corrigé\u00a0: je la montrerai quand vous aurez affiché la réponse. D’ici là, vous pouvez chercher.',
    officialPage: 'La page officielle sur ce sujet\u00a0:',
    cited: 'L’explication repose sur cette page officielle\u00a0:',
    caseStudy: (title) => `Ce que l’étude de cas ${quoted(title)} dit de cette question\u00a0:`,
    caseStudySilent: (title) =>
      `Aucune phrase de l’étude de cas ${quoted(title)} ne reprend les mots de cette question. Ouvrez l’étude de cas et cherchez l’exigence.`,
    facts: 'Ce que vous savez\u00a0:',
    pick: (type, count) => `Ce que vous devez trouver\u00a0: ${tasks[type](count)}.`,
    answerSealed:
      'Je ne peux pas donner la réponse avant que vous l’affichiez. Demandez un indice, ou utilisez «\u202fAfficher la réponse\u202f».',
    topic: (words) => `Ce que cette question dit de ${quoted(words)}\u00a0:`,
    topicSealed: 'Quand vous aurez affiché la réponse, je pourrai aussi citer l’explication.',
    nothing: (words) =>
      `Je n’ai rien trouvé sur ${quoted(words)} dans cette question. Essayez un mot de la question, ou cherchez dans la documentation officielle.`,
    answerIs: (name, answer) => `${name} a pour réponse ${quoted(answer)}.`,
    isCorrect: (name) => `${name} est correct.`,
    isWrong: (name) => `${name} n’est pas correct.`,
    place: (name, place) => `${name} va à la place ${place}.`,
    notNeeded: (name) => `${name} ne sert pas.`,
    goesWith: (name, others) => `${name} va avec ${list(others)}.`,
    correctAnswer: 'La bonne réponse\u00a0:',
    why: 'Pourquoi\u00a0:',
    notOthers: 'Pourquoi pas les autres\u00a0:',
    named: (name, text) => `${name}\u00a0: ${text}`,
  },
}
