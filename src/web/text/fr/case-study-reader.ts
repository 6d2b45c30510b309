/** Reading a case study and marking its text. Pages load these texts with the case study. */
import type { caseStudyReader as English } from '#web/text/en/case-study-reader.ts'

export const caseStudyReader: typeof English = {
  sections: 'Parties de l’étude de cas',
  all: 'Tout',
  selection: 'Texte sélectionné',
  mark: 'Surligner',
  remove: 'Ne plus surligner',
  list: 'Vos surlignages',
}
