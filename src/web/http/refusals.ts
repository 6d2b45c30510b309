/**
 * Every coded refusal of `/api`: a code that never changes, its status and title, and what the caller can do about it.
 * Refusals are sent as problems as defined in RFC 9457. Wrong parameters have no code; the route describes them itself.
 */
import { problem, type ProblemMembers, type ProblemStatus } from '#web/http/problem.ts'
import { noRoom } from '#web/text/en/no-room.ts'
import { images } from '#web/text/en/admin/images.ts'

type RefusalEntry = { status: ProblemStatus; title: string; detail: string; retryAfterSeconds?: number }

const correctAndResend = 'Correct the fields named in refusals and send it again.'
const hourSeconds = 3600

const refusals = {
  NOT_SIGNED_IN: { status: 401, title: 'Not signed in', detail: 'Sign in as an administrator and try again.' },
  NOT_AN_ADMINISTRATOR: {
    status: 403,
    title: 'Not an administrator',
    detail: 'Ask an administrator to do this, or to give you the role.',
  },
  SECOND_FACTOR_NEEDED: { status: 403, title: 'Second factor needed', detail: 'Set up a second factor in your profile and try again.' },
  SIGNED_OUT: { status: 401, title: 'Not signed in', detail: 'Sign in and repeat the request.' },

  NOT_JSON: { status: 415, title: 'Not JSON', detail: 'Send the body as JSON with Content-Type: application/json.' },
  NOT_AN_OBJECT: { status: 400, title: 'Not an object', detail: 'Send one JSON object as the body.' },
  BROKEN_JSON: { status: 400, title: 'Invalid JSON', detail: 'Correct the JSON and send it again.' },
  VERSION_WRONG: { status: 422, title: 'Wrong version', detail: 'Set version to the number that came with the record.' },

  DATABASE_UNAVAILABLE: {
    status: 503,
    title: 'Temporarily unavailable',
    detail: 'Repeat the request after the time in Retry-After. What was entered stays on the device until then.',
  },

  DISK_FULL: { status: 503, title: 'No room left', detail: noRoom.text, retryAfterSeconds: 60 },

  UNKNOWN_QUESTION: { status: 404, title: 'No such question', detail: 'GET /api/questions?exam_id= lists the published questions.' },
  QUESTION_EXISTS: { status: 409, title: 'Question exists', detail: 'Change the question that has this id, or send no id.' },
  QUESTION_CHANGED: {
    status: 409,
    title: 'Question changed',
    detail: 'Someone else saved this question. Compare it with current and send the version of current.',
  },
  QUESTION_REFUSED: { status: 422, title: 'Question refused', detail: correctAndResend },
  CHANGE_REFUSED: { status: 422, title: 'Change refused', detail: correctAndResend },

  FRESHNESS_CHANGED: {
    status: 409,
    title: 'State changed',
    detail: 'Someone else changed the state of this question, or its page has changed again. Send the version of current.',
  },
  NOTHING_LEFT: { status: 409, title: 'Nothing to confirm', detail: 'Edit the question: cite other lines, or choose another objective.' },
  NOT_CONFIRMED: {
    status: 409,
    title: 'Not your confirmation',
    detail: 'Only the latest confirmation, by the same person, can be undone.',
  },

  UNKNOWN_CASE_STUDY: { status: 404, title: 'No such case study', detail: 'Questions name their case study in case_study_id.' },
  CASE_STUDY_EXISTS: { status: 409, title: 'Case study exists', detail: 'Change the case study that has this id.' },
  CASE_STUDY_CHANGED: {
    status: 409,
    title: 'Case study changed',
    detail: 'Someone else saved this case study. Compare it with current and send the version of current.',
  },
  CASE_STUDY_REFUSED: { status: 422, title: 'Case study refused', detail: correctAndResend },
  CASE_STUDY_USED: {
    status: 409,
    title: 'Case study in use',
    detail: 'Remove the case study from the questions named in uses, then delete it.',
  },

  UNKNOWN_CERTIFICATION: { status: 404, title: 'No such certification', detail: 'GET /api/certifications lists all certifications.' },
  CERTIFICATION_EXISTS: {
    status: 409,
    title: 'Certification exists',
    detail: 'Change the certification that has this id, or send another id.',
  },
  CERTIFICATION_CHANGED: {
    status: 409,
    title: 'Certification changed',
    detail: 'Someone else saved this certification. Compare it with current and send the version of current.',
  },
  CERTIFICATION_REFUSED: { status: 422, title: 'Certification refused', detail: correctAndResend },
  CERTIFICATION_USED: {
    status: 409,
    title: 'Certification in use',
    detail: 'Move or delete the questions and change the certifications named in uses, then delete it.',
  },

  OUTLINE_REFUSED: { status: 422, title: 'Outline refused', detail: 'Correct the places named in refusals and send it again.' },
  OUTLINE_CHANGED: {
    status: 409,
    title: 'Outline changed',
    detail: 'The outline, the certification, or a question has changed since the preview. Send the fingerprint of current.',
  },

  IMAGE_KIND: { status: 415, title: 'Image not accepted', detail: images.problems.IMAGE_KIND },
  IMAGE_TOO_LARGE: { status: 413, title: 'Image not accepted', detail: images.problems.IMAGE_TOO_LARGE },
  IMAGE_TOO_MANY_PIXELS: { status: 422, title: 'Image not accepted', detail: images.problems.IMAGE_TOO_MANY_PIXELS },
  IMAGE_UNREADABLE: { status: 422, title: 'Image not accepted', detail: images.problems.IMAGE_UNREADABLE },
  IMAGE_MISSING: { status: 422, title: 'Image not accepted', detail: images.problems.IMAGE_MISSING },
  IMAGE_STORE: { status: 503, title: 'Image storage not responding', detail: images.problems.IMAGE_STORE },

  RECORD_UNREADABLE: {
    status: 422,
    title: 'Not JSON',
    detail: 'The file is damaged, or it is not a learner record. Choose praxam-my-data.json as it was downloaded.',
  },
  NOT_A_RECORD: { status: 422, title: 'Not a learner record', detail: 'Choose praxam-my-data.json, which the profile downloads.' },
  NEWER_RECORD: {
    status: 422,
    title: 'Newer record',
    detail: 'A later release of Praxam made this file. Update this installation first.',
  },
  RECORD_WRONG: {
    status: 422,
    title: 'Wrong record',
    detail: 'Nothing was imported. Correct the fields named in refusals and send it again.',
  },
  RECORD_FULL: {
    status: 413,
    title: 'Account is full',
    detail: 'An account can have at most 5,000 imported attempts and 10,000 imported questions. Delete imported attempts first.',
  },
  TOO_MANY_IMPORTS: { status: 429, title: 'Too many imports', detail: 'Try again in an hour.', retryAfterSeconds: hourSeconds },

  FLASHCARDS_UNREADABLE: {
    status: 422,
    title: 'Wrong request',
    detail: 'Send certificationId, format (apkg or csv), and 1 to 500 questionIds.',
  },
  FLASHCARDS_SEALED: {
    status: 409,
    title: 'Simulation in progress',
    detail: 'Your simulation in progress has some of these questions. Finish it, then download them.',
  },
  FLASHCARDS_GONE: {
    status: 404,
    title: 'No questions left',
    detail: 'These questions were removed from the bank. Choose other questions.',
  },
  TOO_MANY_FLASHCARDS: {
    status: 429,
    title: 'Too many files',
    detail: 'Try again in an hour.',
    retryAfterSeconds: hourSeconds,
  },

  ATTEMPT_MISSING: { status: 404, title: 'No such attempt', detail: 'You have no attempt at this address.' },
  ATTEMPT_UNKNOWN_EXAM: {
    status: 422,
    title: 'Unknown questions',
    detail: 'The bank has none of these questions. Start a new attempt of the exam.',
  },
  ATTEMPT_FULL: {
    status: 413,
    title: 'Too many moves',
    detail: 'This attempt can record only the move that finishes it. Finish it and start a new one.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    title: 'Too many new attempts',
    detail: 'Continue an attempt that you started, or try again tomorrow.',
    retryAfterSeconds: hourSeconds,
  },
  TOO_MANY_MOVES: {
    status: 429,
    title: 'Too many requests',
    detail: 'Repeat the request after the time in Retry-After. The moves stay on the device until then.',
  },
  MOVES_UNREADABLE: {
    status: 422,
    title: 'Invalid moves',
    detail: 'Send base, sentAt, and entries, each with a key and a move.',
  },
  NOTES_UNREADABLE: {
    status: 422,
    title: 'Invalid notes',
    detail: 'Send since, sentAt, and at most 200 notes, each with questionId, certificationId, text, and changedAt.',
  },
  TOO_MANY_NOTES: {
    status: 409,
    title: 'Too many notes',
    detail: 'Your account has the maximum number of notes. Delete some and try again.',
  },
  TOO_MANY_NOTES_SENT: {
    status: 429,
    title: 'Too many requests',
    detail: 'Repeat the request after the time in Retry-After. The notes stay on the device until then.',
  },
  ATTEMPT_UNREADABLE: {
    status: 422,
    title: 'Invalid answers',
    detail: 'Send certificationId and answers, each a list of short texts under its question id.',
  },

  REPORT_UNREADABLE: {
    status: 422,
    title: 'Invalid report',
    detail: 'Send key, questionId, version, reason, text, and email. Keys and question ids are UUIDs.',
  },
  REPORT_TEXT: { status: 422, title: 'Text not accepted', detail: 'Change the text as the code in refusals says, and send it again.' },
  REPORT_QUESTION_REMOVED: { status: 404, title: 'Question removed', detail: 'The bank no longer has this question.' },
  TOO_MANY_REPORTS: {
    status: 429,
    title: 'Too many reports',
    detail: 'Send the report again in an hour.',
    retryAfterSeconds: hourSeconds,
  },

  TOO_MANY_REPORT_REQUESTS: {
    status: 429,
    title: 'Too many requests',
    detail: 'Ask about reports again in an hour.',
    retryAfterSeconds: hourSeconds,
  },

  TUTOR_UNREADABLE: {
    status: 422,
    title: 'Invalid request',
    detail: 'Send questionId, attemptId, isRevealed, answer, action, turns, and language, or revealed with a questionId.',
  },

  TOO_MANY_FOLLOW_UPS: {
    status: 429,
    title: 'Too many requests',
    detail: 'Ask for a question again after the time in Retry-After.',
  },

  CHECK_NOT_CONNECTED: { status: 409, title: 'No model', detail: 'The operator can connect a model with TUTOR_URL and TUTOR_MODEL.' },
  CHECK_BUSY: { status: 503, title: 'Model busy', detail: 'The model has too much to do. Try again in a minute.', retryAfterSeconds: 60 },
  CHECK_OVER_BUDGET: { status: 409, title: 'Budget used up', detail: 'This month’s budget for the model is used up.' },
  CHECK_FAILED: {
    status: 503,
    title: 'No usable reply',
    detail: 'The model gave no reply that can be read. Try again, or look at the log.',
    retryAfterSeconds: 5,
  },

  SIMULATION_UNREADABLE: { status: 422, title: 'Invalid simulation request', detail: 'Send certificationId, length, and extraTime.' },
  SIMULATION_UNKNOWN: { status: 422, title: 'No such simulation', detail: 'Reload the page and choose one of its lengths.' },
  SIMULATION_UNDER_WAY: {
    status: 409,
    title: 'A simulation is in progress',
    detail: 'Continue or submit the simulation that is in progress.',
  },
  TOO_MANY_SIMULATIONS: {
    status: 429,
    title: 'Too many simulations',
    detail: 'Continue a simulation that you started, or try again in an hour.',
    retryAfterSeconds: hourSeconds,
  },
} as const satisfies Record<string, RefusalEntry>

export type RefusalCode = keyof typeof refusals

type RefusalDetails = ProblemMembers & { detail?: string; retryAfterSeconds?: number }

/** The response for a code. `detail` replaces the sentence of the table where a route can be more specific. */
export function refuse(code: RefusalCode, { detail, retryAfterSeconds, ...members }: RefusalDetails = {}): Response {
  const entry: RefusalEntry = refusals[code]
  const response = problem(entry.status, entry.title, detail ?? entry.detail, { code, ...members })
  const waitSeconds = retryAfterSeconds ?? entry.retryAfterSeconds
  if (waitSeconds !== undefined) response.headers.set('Retry-After', String(waitSeconds))
  return response
}

/** The response for a refusal that a server function returned. */
export function refuseResult({ ok: _ok, refusal, ...members }: { ok: false; refusal: RefusalCode } & RefusalDetails): Response {
  return refuse(refusal, members)
}
