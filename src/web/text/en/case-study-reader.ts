/** Reading a case study and marking its text. Pages load these texts with the case study. */
export const caseStudyReader = {
  sections: 'Sections of the case study',
  all: 'All',
  selection: 'Selected text',
  mark: 'Mark',
  remove: 'Remove Mark',
  list: 'Your marks',
}
