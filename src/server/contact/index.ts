/** The public API of this area. */
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
