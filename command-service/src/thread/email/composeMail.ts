import type { Id } from '@hearth/contracts/kernel/ids'
import type { OutgoingMail } from '@hearth/platform/mail/sendMail'
import type { OutgoingMessage } from '../sending/channel.ts'
import type { MailAddresses } from './mailAddresses.ts'

/** What an email says besides the message. */
export type Conversation = Readonly<{
  guest: Readonly<{ name: string; email: string }>
  listingTitle: string
  bookingCode: string
  /** Our earlier messages in the thread that went out as email, the oldest first. */
  earlier: readonly Id[]
}>

/** Everything below it in an answer is history. Never change it: emails with it are answered years later. */
export const ANSWER_ABOVE = '-- Write your answer above this line --'

/** Of the emails that this one follows; the first and the last ones are enough to keep a conversation together. */
const MAX_REFERENCES = 20

/**
 * A message as an email. The same message makes the same email with the same Message-ID, so it can be sent again
 * (docs/domain/thread.md#email).
 */
export const composeMail = (
  { messageId, threadId, body }: Pick<OutgoingMessage, 'messageId' | 'threadId' | 'body'>,
  { guest, listingTitle, bookingCode, earlier }: Conversation,
  addresses: MailAddresses,
  attachments: OutgoingMail['attachments'],
): OutgoingMail => {
  const answerTo = addresses.format(threadId)
  const followed = earlier.map(addresses.formatMessageId)
  const last = followed.at(-1)
  return {
    to: { name: guest.name, address: guest.email },
    subject: `Your stay at ${listingTitle} (${bookingCode})`,
    text: [ANSWER_ABOVE, body, `${listingTitle}, through Hearth`].filter((part) => part !== '').join('\n\n'),
    replyTo: { name: listingTitle, address: answerTo },
    // Reports of failures come back to it.
    envelopeFrom: answerTo,
    messageId: addresses.formatMessageId(messageId),
    ...(last !== undefined && {
      inReplyTo: last,
      references: [...followed.slice(0, 1), ...followed.slice(1).slice(-MAX_REFERENCES)],
    }),
    // Absence notices aren't answers.
    headers: { 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
    attachments,
  }
}
