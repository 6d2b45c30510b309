/** What other areas may use. */
export {
  changeMessage,
  contactUpkeep,
  findMessage,
  keepMessage,
  listMessages,
  mayWrite,
  messageDaysMax,
  readContactMessage,
  textLengths,
} from './contact.ts'
export type { ContactMessage, ContactProblems, FieldProblem, ListedMessage, MessageChange, MessageRefusal } from './contact.ts'
