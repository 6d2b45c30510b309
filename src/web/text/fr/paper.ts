/** Question papers to print. */
import type { paper as English } from '#web/text/en/paper.ts'
import { counted } from '#web/text/fr/numbers.ts'

export const paper: typeof English = {
  pageTitle: (id) => `Sujet ${id} à imprimer, Praxam`,
  title: (id) => `Sujet ${id}`,
  link: 'Imprimer un sujet',
  linkTitle: 'Sur papier',
  linkText:
    'Des questions tirées selon le poids à l’examen, avec de la place pour répondre. Le corrigé est à part, sur les dernières pages.',
  printSet: 'Imprimer cette sélection',
  setCut: (max) => (max === 1 ? 'Seule la première est imprimée.' : `Seules les ${max} premières sont imprimées.`),
  lede: 'Choisissez ce que vous voulez imprimer. Le corrigé commence sur une nouvelle page\u00a0: vous pouvez le laisser de côté.',
  length: 'Nombre de questions',
  area: 'Domaine de compétences',
  allAreas: 'Tous, selon le poids à l’examen',
  update: 'Actualiser le sujet',
  print: 'Imprimer',
  another: 'Tirer d’autres questions',
  needsScript: 'Pour imprimer, passez par le menu de votre navigateur.',
  invalid: 'L’adresse de ce sujet n’est pas valide. Choisissez les questions ci-dessous.',
  empty: 'Aucune question ne correspond. Choisissez un autre domaine de compétences.',
  summary: (name, count) => `${name}, ${counted(count, 'question')}`,
  name: 'Nom',
  date: 'Date',
  questions: 'Questions',
  caseStudy: (title) => `Étude de cas\u00a0: ${title}`,
  hint: (type, keyLength) => {
    switch (type) {
      case 'single_choice':
        return 'Choisissez une réponse.'
      case 'multiple_choice':
        return `Choisissez ${counted(keyLength, 'réponse')}.`
      case 'reorder':
        return `Mettez ${counted(keyLength, 'étape')} dans l’ordre. Écrivez leurs lettres.`
      case 'drag_drop':
        return 'À côté de chaque numéro, écrivez la lettre de l’élément qui convient.'
      case 'statements':
        return 'Cochez Oui ou Non pour chaque affirmation.'
      case 'drop_down':
        return 'À côté de chaque numéro, écrivez la lettre d’un choix.'
      case 'solution':
        return 'Cochez Oui ou Non.'
    }
  },
  yes: 'Oui',
  no: 'Non',
  key: 'Corrigé',
  keyOf: (number) => `Question ${number}`,
  source: 'Source\u00a0:',
}
