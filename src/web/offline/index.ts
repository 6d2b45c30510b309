/** What other areas may use. */
export { KeepExam } from './keep-exam.tsx'
export { KeptList } from './kept-list.tsx'
