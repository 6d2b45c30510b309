/** The rules of the real exams in French, by their English text in `content/exam-rules.json`. */
import type * as English from '#web/text/en/exam-rule-texts.ts'

export const ruleTexts: typeof English.ruleTexts = {
  'You have 45 minutes for the questions.': 'Vous disposez de 45 minutes pour les questions.',
  'You have 100 minutes for the questions, or 120 minutes if the exam may contain labs. The booking shows the time of your exam.':
    'Vous disposez de 100 minutes pour les questions, ou de 120 minutes si l’examen peut comporter des travaux pratiques. La réservation indique la durée de votre examen.',
  'Plan 65 minutes: the time also covers the instructions, the agreement and the comments at the end.':
    'Prévoyez 65 minutes\u00a0: ce temps comprend aussi les consignes, l’accord et les commentaires à la fin.',
  'Plan 20 minutes more than the exam takes: the time also covers the instructions, the agreement and the comments at the end.':
    'Prévoyez 20 minutes de plus que la durée de l’examen\u00a0: ce temps comprend aussi les consignes, l’accord et les commentaires à la fin.',
  'Most exams have 40 to 60 questions.': 'La plupart des examens comptent de 40 à 60 questions.',
  'Besides choices, exams have statements, drop-down lists, steps to order, items to match, and parts of a page to select.':
    'Outre les questions à choix, les examens comportent des affirmations, des listes déroulantes, des étapes à ordonner, des éléments à associer et des parties de page à sélectionner.',
  'Some exams contain labs, in which you work in the product. Our simulations have none.':
    'Certains examens comportent des travaux pratiques, qui se font dans le produit. Nos simulations n’en ont pas.',
  'You can ask for an accommodation, such as extra time. Ask before you book.':
    'Vous pouvez demander un aménagement, par exemple du temps supplémentaire. Faites la demande avant de réserver.',
  'You can hide the time left.': 'Vous pouvez masquer le temps restant.',
  'The report of a failed exam names the three areas in which you did worst.':
    'Le relevé d’un examen non réussi indique vos trois domaines les plus faibles.',
  'The certification doesn’t expire, so there is nothing to renew.': 'La certification n’expire pas\u00a0: il n’y a rien à renouveler.',
  'The certification ends after one year. You can renew it online and free of charge, from 180 days before that day.':
    'La certification prend fin au bout d’un an. Vous pouvez la renouveler en ligne et gratuitement, à partir de 180 jours avant cette date.',
  'You can ask for 30 more minutes when the exam isn’t offered in your language. Ask before you book.':
    'Vous pouvez demander 30 minutes de plus si l’examen n’est pas proposé dans votre langue. Faites la demande avant de réserver.',
  'Role-based exams let you open Microsoft Learn while the clock runs. Questions and answers, practice assessments and your profile are blocked.':
    'Les examens basés sur un rôle permettent d’ouvrir Microsoft Learn pendant que le chronomètre tourne. Les questions et réponses, les évaluations d’entraînement et votre profil sont bloqués.',
  'A case study or another separate section can’t be opened again after you leave it. How many sections an exam has isn’t published.':
    'Une étude de cas ou une autre section séparée ne peut pas être rouverte une fois quittée. Le nombre de sections d’un examen n’est pas publié.',
  'Questions of a series that share a scenario can’t be opened again after you leave them.':
    'Les questions d’une série sur le même scénario ne peuvent pas être rouvertes une fois quittées.',
  'The exam time includes 5 minutes for breaks. You can take several and longer ones, but the clock runs, and you can’t return to questions that you saw before the break.':
    'La durée de l’examen comprend 5 minutes de pause. Vous pouvez en faire plusieurs, et de plus longues, mais le chronomètre tourne, et vous ne pouvez pas revenir aux questions vues avant la pause.',
  'Some questions don’t count and aren’t marked. How many there are isn’t published. In our simulations that are like the exam, it’s one question in ten.':
    'Certaines questions ne comptent pas, sans que rien ne les signale. Leur nombre n’est pas publié. Dans nos simulations conformes à l’examen, c’est une question sur dix.',
  'A question with several parts earns a point for each correct part. Which questions weigh more isn’t published.':
    'Une question en plusieurs parties vaut un point par partie correcte. Microsoft n’indique pas quelles questions comptent davantage.',
  'A wrong answer costs no points, so an answer is never worse than none.':
    'Une réponse fausse ne coûte aucun point\u00a0: mieux vaut toujours répondre.',
  'The score is on a scale from 1 to 1000, and 700 or more passes.':
    'Le score va de 1 à 1\u202f000, et l’examen est réussi à partir de 700.',
  '700 doesn’t mean 70% of the questions or of the points. How points become a score isn’t published, so we show no figure on that scale.':
    '700 ne veut dire ni 70\u00a0% des questions, ni 70\u00a0% des points. La conversion des points en score n’est pas publiée\u00a0: nous n’affichons donc aucun chiffre sur cette échelle.',
  'After a first attempt that you didn’t pass, you wait 24 hours. Between later attempts you wait 14 days. Five attempts are possible in 12 months.':
    'Après un premier essai non réussi, il faut attendre 24 heures. Entre les essais suivants, il faut attendre 14 jours. Cinq essais sont possibles en 12 mois.',
}

/** The titles of the pages with these rules. */
export const ruleSources: Readonly<Record<string, string>> = {
  'Exam duration and exam experience': 'Durée et déroulement de l’examen',
  'Request accommodations': 'Demander un aménagement',
  'Exam scoring and score reports': 'Notation et relevés de score',
  'Retake policy': 'Règles pour repasser un examen',
}
