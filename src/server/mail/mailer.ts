/**
 * Sends messages through the SMTP server of the operator, or writes them as files to `outbox` in the data folder. One call of
 * `send` is one attempt. Only `server/platform/jobs.ts` calls it, and retries failed attempts.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { onFirstUse } from '#server/platform/on-first-use.ts'

export type Mailer = {
  /**
   * @throws {UndeliverableMail} if a retry cannot succeed. Other errors may be temporary.
   */
  send: (message: MailMessage) => Promise<void>
  close: () => Promise<void>
}

/** The recipient or the reply address is not a single email address. */
export class UndeliverableMail extends Error {
  override readonly name = 'UndeliverableMail'
}

/** Maximum number of messages that are sent at the same time. */
export const connectionsMax = 5
const connectTimeoutMs = 10_000
const greetingTimeoutMs = 10_000
const silenceTimeoutMs = 30_000
/** Time limit of one attempt, in milliseconds, even if the server responds very slowly. */
const sendTimeoutMs = 60_000

const senderName = 'Praxam'

/** Opens the mailer that the settings describe. It connects when the first message is sent. */
export function openMailer(config: Pick<Config, 'smtp' | 'dataDir' | 'publicOrigin'>, log: Log): Mailer {
  if (config.smtp) return openSmtp(config.smtp)
  if (config.publicOrigin) log.warn({}, 'Mail is not sent: it is written to the outbox folder until SMTP_URL is set')
  // Without a public origin, only this machine is served, so the person at the terminal is the recipient.
  return openOutbox(join(config.dataDir, 'outbox'), config.publicOrigin ? () => undefined : showOnTerminal)
}

function openSmtp(smtp: NonNullable<Config['smtp']>): Mailer {
  // Most starts send no mail, and loading Nodemailer takes memory.
  const transport = onFirstUse(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtp.url,
      pool: true,
      maxConnections: connectionsMax,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: greetingTimeoutMs,
      socketTimeout: silenceTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  })
  return {
    send: async (message) => {
      await (await transport.get()).sendMail({ ...createMailOptions(message, smtp.from), signal: AbortSignal.timeout(sendTimeoutMs) })
    },
    close: async () => (await transport.current())?.close(),
  }
}

function openOutbox(folder: string, show: (message: MailMessage) => void): Mailer {
  const transport = onFirstUse(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  })
  return {
    send: async (message) => {
      const { message: file } = await (await transport.get()).sendMail(createMailOptions(message, 'praxam@localhost'))
      await writeMessage(folder, `${fileNameStart(new Date())}-${message.kind}-${randomBytes(4).toString('hex')}.eml`, file as Buffer)
      show(message)
    },
    close: async () => (await transport.current())?.close(),
  }
}

/** Prints the subject and the link or code of a message. Does not use the log, because the log hides the query of a link. */
function showOnTerminal({ to, subject, action }: MailMessage): void {
  console.log(`Mail to ${to.address}: ${subject}${action ? `: ${action}` : ''}`)
}

/** The options for Nodemailer. Recipients are objects, because a line break in a string could add another recipient. */
function createMailOptions({ kind, to, replyTo, subject, text, html, unsubscribe }: MailMessage, from: string) {
  if (!isOneAddress(to.address)) throw new UndeliverableMail('The recipient is not a single email address')
  if (replyTo && !isOneAddress(replyTo.address)) throw new UndeliverableMail('The reply address is not a single email address')
  return {
    from: { name: senderName, address: from },
    to: { name: '', address: to.address },
    ...(replyTo && { replyTo: { name: '', address: replyTo.address } }),
    subject,
    text,
    html,
    headers: {
      // This header prevents automatic replies. Messages from the contact form do not have it, because help desks discard automatic mail.
      ...(kind !== 'contact-message' && { 'Auto-Submitted': 'auto-generated' }),
      ...(unsubscribe !== undefined && unsubscribeHeaders(unsubscribe)),
    },
  }
}

/** Lets mail programs show an unsubscribe button. Source: RFC 2369 and RFC 8058. */
function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function isOneAddress(text: string): boolean {
  return /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u.test(text)
}

/** `2026-11-21T00-18-30.123Z`: sorts by time and is a valid file name on every system. */
function fileNameStart(now: Date): string {
  return now.toISOString().replaceAll(':', '-')
}

/** Writes a file atomically. Messages contain secret links, so only the user that runs the server can read the file. */
async function writeMessage(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `.${name}.unfinished`)
  await writeFile(unfinished, content, { mode: 0o600, flag: 'wx', flush: true })
  await rename(unfinished, join(folder, name))
}
