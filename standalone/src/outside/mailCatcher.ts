import { buffer } from 'node:stream/consumers'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { newId } from '@hearth/contracts/kernel/ids'
import { SMTPServer } from 'smtp-server'
import type { GuestMail } from './guestMail.ts'

/** An email to any recipient. */
export type CaughtMail = Readonly<{
  id: string
  receivedAt: string
  to: readonly string[]
  from: string
  replyTo: string
  messageId: string
  inReplyTo: string
  subject: string
  text: string
  html: string
  links: readonly string[]
}>

export type MailCatcher = Readonly<{
  port: number
  /** The newest first; `to`: only emails to this address. */
  mails: (to?: string) => readonly CaughtMail[]
  close: () => Promise<void>
}>

const KEPT = 500
const MAX_BYTES = 40_000_000

/**
 * Accepts every email as a mail server would and delivers none. The last 500 are kept in memory; a restart
 * loses them. What is addressed to Hearth's own domain for guests is delivered to it.
 */
export const openMailCatcher = async (
  options: Readonly<{ host: string; port: number; guestMail?: GuestMail | undefined }>,
): Promise<MailCatcher> => {
  const caught: CaughtMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, answer) => answer(null, { user: username ?? '' }),
    size: MAX_BYTES,
    logger: false,
    onData: (stream, { envelope }, answer) => {
      const take = async () => {
        // Loaded with the first email: most runs never receive one.
        const { simpleParser } = await import('mailparser')
        const source = await buffer(stream)
        const parsed = await simpleParser(source)
        const { subject = '', text = '', html, from, replyTo, messageId = '', inReplyTo = '' } = parsed
        for (const { address } of envelope.rcptTo)
          if (options.guestMail?.isRecipient(address) === true)
            options.guestMail.deliver(source, {
              from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
              to: address,
            })
        const links = [...new Set(text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [])]
        caught.unshift({
          id: newId(),
          receivedAt: new Date().toISOString(),
          to: envelope.rcptTo.map(({ address }) => address.toLowerCase()),
          from: from?.text ?? '',
          replyTo: replyTo?.value[0]?.address ?? '',
          messageId,
          inReplyTo,
          subject,
          text,
          html: html || '',
          links,
        })
        caught.splice(KEPT)
      }
      take().then(
        () => answer(),
        (error: Error) => answer(error),
      )
    },
  })
  // A client that hangs up in the middle must not end the process.
  server.on('error', () => undefined)
  const listening = server.listen(options.port, options.host)
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    mails: (to) =>
      to === undefined ? caught : caught.filter((mail) => mail.to.includes(to.trim().toLowerCase())),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
