/** The rules of the real exams on the start page of a simulation. The rules themselves are content. */
import type { examRules as English } from '#web/text/en/exam-rules.ts'
import { allOf, plural } from '#web/text/fr/numbers.ts'

/** `question 4`, `questions 4 et 7`. */
const named = (numbers: readonly number[]) => `${plural(numbers.length, 'question')} ${allOf(numbers.map(String))}`

export const examRules: typeof English = {
  mode: 'Règles',
  modes: {
    open: (hasSeries) => `Chaque question reste ouverte jusqu’à la fin${hasSeries ? ', sauf dans une série de solutions' : ''}`,
    exam: 'Comme à l’examen',
  },
  choices: {
    sections: {
      label: 'Sections fermées',
      hint: 'Les études de cas et les séries viennent en dernier. Une confirmation vous est demandée avant de quitter une section, et vous ne pouvez plus y revenir.',
    },
    series: { label: 'Séries verrouillées', hint: 'Vous ne pouvez pas revenir à une question d’une série.' },
    break: { label: 'Pauses', hint: 'Vous pouvez faire des pauses. Elles ferment ce que vous avez vu, et le chronomètre tourne.' },
    documentation: {
      label: 'Documentation ouverte',
      hint: 'Vous pouvez lire Microsoft Learn dans d’autres fenêtres. Le chronomètre tourne, et le résultat indique combien de temps.',
    },
    unscored: {
      label: 'Questions non notées',
      hint: 'Une question sur dix ne compte pas. Le résultat indique lesquelles.',
    },
    language_time: {
      label: 'Du temps en plus, car l’examen n’est pas dans ma langue',
      hint: '30 minutes à durée complète, moins pour une simulation plus courte.',
    },
  },

  notInFrench: 'Cet examen n’est pas proposé en français.',
  missing: (kinds) =>
    kinds.length > 1
      ? 'Pour cet examen, notre banque n’a ni étude de cas ni série de solutions. Une simulation n’a donc qu’une section, et seule une pause ferme des questions.'
      : `Pour cet examen, notre banque n’a pas ${kinds[0] === 'series' ? 'de série de solutions' : 'd’étude de cas'}\u00a0: une simulation n’en comporte donc pas.`,

  section: (number, total, first, last) =>
    `Section ${number} sur ${total}\u00a0: ${first === last ? `question ${first}` : `questions ${first} à ${last}`}`,
  endSection: (number) => `Terminer la section ${number}`,
  endSectionTitle: (number) => `Terminer la section ${number}\u202f?`,
  endSectionText: (number) => `Ensuite, vous ne pourrez plus revenir à la section ${number}.`,
  openQuestions: (numbers) => (numbers.length === 0 ? 'Toutes ses questions ont une réponse.' : `Sans réponse\u00a0: ${named(numbers)}.`),
  keepWorking: 'Continuer',
  takeBreak: 'Faire une pause',
  breakTitle: 'Faire une pause\u202f?',
  breakText: (seen, minutes) =>
    `L’examen prévoit ${minutes} minutes de pause, comprises dans sa durée. Le chronomètre continue de tourner, et ${plural(seen, 'la question que vous avez vue se ferme', `les ${seen} questions que vous avez vues se ferment`)}, avec ou sans réponse.`,
  breakOffline:
    'Vous êtes hors connexion. La pause commence sur cet appareil et sera envoyée quand vous serez de nouveau en ligne. Une réponse déjà envoyée depuis un autre appareil est conservée.',
  startBreak: 'Commencer la pause',
  break: 'Pause',
  breakOver: 'Les cinq minutes sont écoulées. Le chronomètre continue de tourner.',
  continueNow: 'Continuer',
  documentationNotLoaded: 'La documentation ne s’est pas ouverte. Vérifiez votre connexion et réessayez.',
  allClosed: 'Il ne reste aucune question ouverte. Vérifiez et terminez.',
  closedAnswers: (numbers) =>
    numbers.length === 1
      ? `Votre réponse à la question ${numbers[0]} n’a pas compté, car la question était déjà fermée\u00a0: vous aviez déjà continué, ici ou sur un autre appareil.`
      : `Vos réponses aux questions ${allOf(numbers.map(String))} n’ont pas compté, car ces questions étaient déjà fermées\u00a0: vous aviez déjà continué, ici ou sur un autre appareil.`,

  title: 'Les règles du vrai examen',
  lede: 'Ce que Microsoft publie sur les examens de ce niveau, et ce que seuls des candidats rapportent.',
  names: {
    duration: 'Temps',
    seat_time: 'Temps sur place',
    question_count: 'Questions',
    question_types: 'Types de questions',
    labs: 'Travaux pratiques',
    language_time: 'Temps en plus pour la langue',
    accommodation: 'Aménagements',
    documentation: 'Documentation',
    sections: 'Sections',
    series: 'Séries',
    break: 'Pauses',
    hidden_clock: 'Chronomètre',
    unscored: 'Questions non notées',
    points: 'Points',
    no_penalty: 'Réponses fausses',
    scale: 'Score',
    scale_meaning: 'Ce que signifie 700',
    weakest_areas: 'Relevé de score',
    retake: 'Nouvel essai',
    renewal: 'Renouvellement',
  },
  certainties: { official: 'Publié\u00a0:', reported: 'Rapporté par des candidats, voir aussi\u00a0:' },
  seat: (id, { minutes, seatMinutes, isAbout }) =>
    isAbout
      ? `${id} dure environ ${minutes} minutes\u00a0: prévoyez environ ${seatMinutes} minutes sur place. Aucune page officielle ne confirme cette durée.`
      : `${id} dure ${minutes} minutes\u00a0: prévoyez ${seatMinutes} minutes sur place.`,
  checkedOn: (date) => `vérifié le ${date}`,
  unknown:
    'Ce qui n’est pas publié\u00a0: le nombre de sections, de séries et de questions non notées d’un examen, et la conversion des points en score. Relisez les pages ci-dessus avant votre examen, car les règles changent.',
}
