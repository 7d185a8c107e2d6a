import { MailRefusedError, type SendMail } from '@hearth/platform/mail/sendMail'
import type { HandOverAnswer, MessageChannel, OutgoingMessage } from '../sending/channel.ts'
import { composeMail, type Conversation } from './composeMail.ts'
import type { MailAddresses } from './mailAddresses.ts'
import { findMailStatus, readMailFailure } from './mailFailure.ts'

export type EmailChannelOptions = Readonly<{
  sendMail: SendMail['sendMail']
  addresses: MailAddresses
  /** Undefined where no address of the guest is known yet, or any more. */
  readConversation: (message: OutgoingMessage) => Promise<Conversation | undefined>
  /** The whole file; undefined when it was removed. */
  readFile: (message: OutgoingMessage, fileId: string) => Promise<Buffer | undefined>
}>

const classify = (error: unknown): HandOverAnswer => {
  if (error instanceof MailRefusedError) {
    const { replyCode, response } = error
    return { kind: 'failed', reason: readMailFailure(findMailStatus(response), replyCode) }
  }
  // Servers repeat addresses in their answers, so only the kind of failure is named.
  const why = error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : 'unknown'
  return { kind: 'unknown', why }
}

/** The guest's mailbox over SMTP. A mail server that took an email is not asked again. */
export const createEmailChannel = ({
  sendMail,
  addresses,
  readConversation,
  readFile,
}: EmailChannelOptions): MessageChannel => ({
  handOver: async (message) => {
    const conversation = await readConversation(message)
    if (conversation === undefined) return { kind: 'unknown', why: 'no address' }
    const attachments = []
    for (const { fileId, name: filename, type: contentType } of message.attachments) {
      const content = await readFile(message, fileId)
      if (content !== undefined) attachments.push({ filename, contentType, content })
    }
    try {
      await sendMail(composeMail(message, conversation, addresses, attachments))
      return { kind: 'accepted' }
    } catch (error) {
      return classify(error)
    }
  },
})
