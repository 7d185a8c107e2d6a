import { newId } from '@hearth/contracts/kernel/ids'
import type { CaughtMail } from './mailCatcher.ts'

const CRLF = '\r\n'

/** What a guest's mail program sends when they answer an email: their text above what it quotes. */
export const composeAnswer = (
  { to, from, replyTo, subject, messageId, receivedAt, text }: CaughtMail,
  answer: string,
): Buffer => {
  const guest = to[0] ?? 'guest@guest.example'
  const head = [
    `From: ${guest}`,
    `To: ${replyTo}`,
    `Subject: =?utf-8?B?${Buffer.from(`Re: ${subject}`).toString('base64')}?=`,
    `Message-ID: <${newId()}@${guest.split('@')[1]}>`,
    `In-Reply-To: ${messageId}`,
    `References: ${messageId}`,
    `Date: ${new Date().toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ]
  const quoted = text
    .trimEnd()
    .split('\n')
    .map((line) => `> ${line}`)
  const body = [answer, '', `On ${receivedAt}, ${from} wrote:`, ...quoted].join('\n')
  const encoded = Buffer.from(body).toString('base64').replaceAll(/.{76}/g, `$&${CRLF}`)
  return Buffer.from([...head, '', encoded, ''].join(CRLF))
}
