/** Marking the text of a case study. Pages load these texts with the case study. */
export const caseStudyMarks = {
  selection: 'Selected text',
  mark: 'Mark',
  remove: 'Remove Mark',
  list: 'Your marks',
}
