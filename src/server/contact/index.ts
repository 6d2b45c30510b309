/** The public API of this area. */
export {
  changeMessage,
  contactMaintenance,
  findMessage,
  receiveMessage,
  listMessages,
  mayContact,
  messageDaysMax,
  parseContactMessage,
  textLengths,
  type ContactProblems,
  type ContactFieldProblem,
  type ListedMessage,
  type MessageChange,
  type MessageRefusal,
} from './contact.ts'
