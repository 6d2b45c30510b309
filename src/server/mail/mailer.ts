/**
 * Hands messages over: to the SMTP server of the operator, or as files into `outbox` of the data folder. One call is one
 * attempt; repeating is the matter of `server/platform/jobs.ts`, which is also the only caller.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import type { MailMessage } from '#server/mail/messages.ts'

export type Mailer = {
  /**
   * @throws {UndeliverableMail} when no further attempt can succeed; any other error may pass
   */
  send: (message: MailMessage) => Promise<void>
  close: () => Promise<void>
}

/** The recipient, or who is to get the answer, is not one mail address. */
export class UndeliverableMail extends Error {
  override readonly name = 'UndeliverableMail'
}

/** How many messages can be handed over at once. */
export const connectionsMax = 5
const connectTimeoutMs = 10_000
const greetingTimeoutMs = 10_000
const silenceTimeoutMs = 30_000
/** Longest time one attempt may take, in milliseconds, even with a server that answers a byte at a time. */
const sendTimeoutMs = 60_000

const senderName = 'Praxam'

/** Opens the way the settings name. Nothing is connected to before the first message. */
export function openMailer(config: Pick<Config, 'smtp' | 'dataDir' | 'publicOrigin'>, log: Log): Mailer {
  if (config.smtp) return openSmtp(config.smtp)
  if (config.publicOrigin) log.warn({}, 'Mail reaches nobody: it is kept in the outbox folder until SMTP_URL is set')
  // Without a public origin only this machine is served, so whoever reads the terminal is the one who asked for the mail.
  return openOutbox(join(config.dataDir, 'outbox'), config.publicOrigin ? () => undefined : showOnTerminal)
}

function openSmtp(smtp: NonNullable<Config['smtp']>): Mailer {
  const transport = createTransport({
    url: smtp.url,
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (message) => {
      await transport.sendMail({ ...lettersOf(message, smtp.from), signal: AbortSignal.timeout(sendTimeoutMs) })
    },
    close: async () => transport.close(),
  }
}

function openOutbox(folder: string, show: (message: MailMessage) => void): Mailer {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (message) => {
      const { message: file } = await transport.sendMail(lettersOf(message, 'praxam@localhost'))
      await keepFile(folder, `${fileNameStart(new Date())}-${message.kind}-${randomBytes(4).toString('hex')}.eml`, file as Buffer)
      show(message)
    },
    close: async () => transport.close(),
  }
}

/** Not through the log, which hides what a link holds after its question mark. */
function showOnTerminal({ to, subject, action }: MailMessage): void {
  console.log(`Mail to ${to.address}: ${subject}${action ? `: ${action}` : ''}`)
}

/** Recipients are objects: in a string a line break would name a second one. */
function lettersOf({ kind, to, replyTo, subject, text, html, unsubscribe }: MailMessage, from: string) {
  if (!isOneAddress(to.address)) throw new UndeliverableMail('The recipient is not one mail address')
  if (replyTo && !isOneAddress(replyTo.address)) throw new UndeliverableMail('The address for answers is not one mail address')
  return {
    from: { name: senderName, address: from },
    to: { name: '', address: to.address },
    ...(replyTo && { replyTo: { name: '', address: replyTo.address } }),
    subject,
    text,
    html,
    headers: {
      // Keeps holiday notices and other machines from answering. What a person wrote has to get through: help desks drop this mark.
      ...(kind !== 'contact-message' && { 'Auto-Submitted': 'auto-generated' }),
      ...(unsubscribe !== undefined && unsubscribeHeaders(unsubscribe)),
    },
  }
}

/** Lets mail programs show a button that switches off by itself. Source: RFC 2369 and RFC 8058. */
function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function isOneAddress(text: string): boolean {
  return /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u.test(text)
}

/** `2026-11-21T00-18-30.123Z`: sorts by time, and may be a file name everywhere. */
function fileNameStart(now: Date): string {
  return now.toISOString().replaceAll(':', '-')
}

/** A file appears under its name once it is whole. Messages hold links, so only the owner may read them. */
async function keepFile(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `.${name}.unfinished`)
  await writeFile(unfinished, content, { mode: 0o600, flag: 'wx', flush: true })
  await rename(unfinished, join(folder, name))
}
