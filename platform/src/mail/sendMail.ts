import nodemailer from 'nodemailer'
import type { Secret } from '../config/secret.ts'
import { renderMessage, type Message } from './message.ts'

/** The server says that it will never take this mail. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError'
}

export type SendMail = Readonly<{ send: (message: Message) => Promise<void>; close: () => void }>

const readResponseCode = (error: unknown): unknown =>
  error instanceof Error ? Reflect.get(error, 'responseCode') : undefined

/** Sends email over SMTP_URL. Rejects with `MailRefusedError` when another attempt would fail too. */
export const openSmtp = ({ smtpUrl, from }: Readonly<{ smtpUrl: Secret; from: string }>): SendMail => {
  const transport = nodemailer.createTransport(smtpUrl.reveal(), {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (message) => {
      try {
        await transport.sendMail({ to: { name: '', address: message.to }, ...renderMessage(message) })
      } catch (error) {
        const code = readResponseCode(error)
        // 550 to 554 speak of this mail; other failures of this server or of the way there.
        if (typeof code === 'number' && code >= 550 && code <= 554)
          throw new MailRefusedError(`The server refused it: ${code}`, { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}
