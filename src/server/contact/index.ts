/** The functions and types that other areas may use. */
export {
  changeMessage,
  contactUpkeep,
  findMessage,
  receiveMessage,
  listMessages,
  mayContact,
  messageDaysMax,
  parseContactMessage,
  textLengths,
} from './contact.ts'
export type { ContactMessage, ContactProblems, ContactFieldProblem, ListedMessage, MessageChange, MessageRefusal } from './contact.ts'
