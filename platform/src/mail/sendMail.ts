import nodemailer from 'nodemailer'
import type { Secret } from '../config/secret.ts'
import { renderMessage, type Message } from './message.ts'

/** The server says that it will never take this mail. `response` may repeat addresses: never log it. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError'
  readonly replyCode: number
  readonly response: string

  constructor(replyCode: number, options: Readonly<{ cause: Error }>) {
    super(`The server refused it: ${replyCode}`, options)
    this.replyCode = replyCode
    this.response = String(Reflect.get(options.cause, 'response') ?? '')
  }
}

type MailAddress = Readonly<{ name: string; address: string }>

/** An email with headers of its own. Line breaks cannot get into its headers. */
export type OutgoingMail = Readonly<{
  to: MailAddress
  subject: string
  text: string
  replyTo: MailAddress
  /** Where mail servers report that they could not deliver it. */
  envelopeFrom: string
  messageId: string
  inReplyTo?: string
  references?: readonly string[]
  headers: Readonly<Record<string, string>>
  attachments: readonly Readonly<{ filename: string; contentType: string; content: Buffer }>[]
}>

export type SendMail = Readonly<{
  send: (message: Message) => Promise<void>
  sendMail: (mail: OutgoingMail) => Promise<void>
  close: () => void
}>

/** Milliseconds, unless the address says otherwise: of a connection, of the greeting, and of each later answer. */
const TIMEOUTS = { connectionTimeout: '10000', greetingTimeout: '10000', socketTimeout: '60000' } as const

const withTimeouts = (smtpUrl: string): string => {
  const url = new URL(smtpUrl)
  for (const [name, value] of Object.entries(TIMEOUTS))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return url.href
}

const toRefusal = (error: unknown): unknown => {
  const code = error instanceof Error ? Reflect.get(error, 'responseCode') : undefined
  // 550 to 554 speak of this mail; other failures of this server or of the way there.
  return error instanceof Error && typeof code === 'number' && code >= 550 && code <= 554
    ? new MailRefusedError(code, { cause: error })
    : error
}

/** Sends email over SMTP_URL. Rejects with `MailRefusedError` when another attempt would fail too. */
export const openSmtp = ({ smtpUrl, from }: Readonly<{ smtpUrl: Secret; from: string }>): SendMail => {
  const transport = nodemailer.createTransport(withTimeouts(smtpUrl.reveal()), {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const send = async (mail: Parameters<typeof transport.sendMail>[0]): Promise<void> => {
    try {
      await transport.sendMail(mail)
    } catch (error) {
      throw toRefusal(error)
    }
  }
  return {
    send: (message) => send({ to: { name: '', address: message.to }, ...renderMessage(message) }),
    sendMail: ({ envelopeFrom, references = [], attachments, ...mail }) =>
      send({
        ...mail,
        envelope: { from: envelopeFrom, to: mail.to.address },
        references: [...references],
        attachments: [...attachments],
      }),
    close: () => transport.close(),
  }
}
