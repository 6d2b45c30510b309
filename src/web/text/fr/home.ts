/** Home. */
import type { home as English } from '#web/text/en/home.ts'
import { counted } from '#web/text/fr/numbers.ts'

export const home: typeof English = {
  pageTitle: 'Praxam\u00a0: examens blancs Dynamics 365 et Power Platform',
  pageDescription:
    'Examens blancs pour les certifications Microsoft Dynamics 365 et Power Platform, avec explications et sources. Gratuit, sans compte.',
  headline: 'Sachez où vous en êtes avant le jour J',
  lede: 'Des examens blancs pour Microsoft Dynamics 365 et Power Platform, pondérés comme les vrais. Chaque question est expliquée et renvoie à la documentation.',
  getStarted: 'Commencer',
  free: 'Gratuit, sans compte.',
  examToScale: (id) => `${id}, domaine par domaine.`,
  examToScaleText: (count) =>
    `Plus la barre est longue, plus le domaine compte à l’examen. Nos ${counted(count, 'question')} couvrent tout le programme.`,
  seeExam: (id) => `Tout sur ${id}`,
  tryOne: 'Essayez une question',
  tryOneLabel: 'Exemple de question',
  continueWith: (id) => `Continuer avec ${id}`,
  allCertifications: (count) => `Voir les ${counted(count, 'certification')}`,
  drawnToScale: 'Plus une barre est longue, plus le domaine compte à l’examen.',
  howItWorks: 'Comment ça marche',
  promises: [
    {
      title: 'Rien ne se perd',
      text: 'Chaque réponse est enregistrée aussitôt sur votre appareil, en ligne ou hors connexion. Avec un compte, elle l’est sur tous vos appareils. Seule la simulation est chronométrée\u00a0: une réponse compte si elle nous parvient avant la fin du temps.',
    },
    {
      title: 'Apprendre de ses erreurs',
      text: 'Affichez la réponse quand vous voulez, voyez pourquoi les autres sont fausses et ouvrez la source.',
    },
    {
      title: 'Des résultats utiles',
      text: 'Votre score est détaillé par domaine de compétences\u00a0: vous savez quoi étudier ensuite et ce qui peut attendre.',
    },
    {
      title: 'Un chronomètre si vous le voulez',
      text: 'Une simulation est chronométrée et pondérée comme l’examen, et ne montre aucune réponse avant la fin.',
    },
  ],
}
