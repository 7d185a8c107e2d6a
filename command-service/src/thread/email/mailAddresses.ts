import { createHmac, timingSafeEqual } from 'node:crypto'
import { zId, type Id } from '@hearth/contracts/kernel/ids'

/** Hex digits of a thread's id, and of the token that no one can guess without the key. */
const ID_LENGTH = 32
const TOKEN_LENGTH = 24

export type MailAddressesOptions = Readonly<{ domain: string; key: string }>

const toId = (hex: string): Id | undefined =>
  zId.safeParse(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')).data

/**
 * The addresses that guests answer, one for each thread, and the ids of our emails. Both are computed, so none is
 * stored (docs/domain/thread.md#email).
 */
export const createMailAddresses = ({ domain, key }: MailAddressesOptions) => {
  const sign = (threadId: Id): string =>
    createHmac('sha256', key).update(`thread-mail/${threadId}`).digest('hex').slice(0, TOKEN_LENGTH)
  const escaped = domain.replaceAll('.', '\\.')
  const address = new RegExp(
    `(?<![^\\s<>"',:;(])([0-9a-f]{${ID_LENGTH}})([0-9a-f]{${TOKEN_LENGTH}})@${escaped}(?![\\w.-])`,
    'gi',
  )
  const messageId = new RegExp(`^message-id:\\s*<([0-9a-f-]{36})@${escaped}>`, 'im')

  return {
    domain,
    format: (threadId: Id): string => `${threadId.replaceAll('-', '')}${sign(threadId)}@${domain}`,
    /** The thread of the first address in the text whose token is right. */
    findThread: (text: string): Id | undefined => {
      for (const [, hex = '', token = ''] of text.matchAll(address)) {
        const threadId = toId(hex.toLowerCase())
        if (
          threadId !== undefined &&
          timingSafeEqual(Buffer.from(sign(threadId)), Buffer.from(token.toLowerCase()))
        )
          return threadId
      }
      return undefined
    },
    /** The same for every repetition of a message, so that mail servers and readers recognize it. */
    formatMessageId: (id: Id): string => `<${id}@${domain}>`,
    /** The id of the message whose email has its headers in the text. */
    findMessage: (text: string): Id | undefined =>
      zId.safeParse(messageId.exec(text)?.[1]?.toLowerCase()).data,
  }
}
export type MailAddresses = ReturnType<typeof createMailAddresses>
