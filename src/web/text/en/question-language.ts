/** Texts about the languages of questions. */
export const questionLanguage = {
  title: 'Language of the question',
  titleOfAll: 'Language of the questions',
  rest: 'Questions without a translation stay in English.',
  names: { en: 'English', fr: 'Français', both: 'Both' },
  loading: 'Loading the French text.',
  notLoaded: 'The French text could not be loaded.',
  missing: 'There is no French text for this version of the question.',
  outdated: 'The English text has changed since it was translated. Only the English text counts.',
}
