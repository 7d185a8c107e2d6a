import { safeFileName } from '@hearth/contracts/file'
import { maskContacts, type Attachment } from '@hearth/contracts/thread'
import { reject, type Rejected } from '../runtime/decider.ts'
import type { ThreadFacts } from './thread.facts.ts'

/** A name with contact details says nothing but the type, as long as those are hidden. */
const maskName = (attachment: Attachment, { isConfirmed, ownHostName }: ThreadFacts): Attachment =>
  isConfirmed || maskContacts(attachment.name, ownHostName).masked.length === 0
    ? attachment
    : { ...attachment, name: safeFileName('', attachment.type) }

/** The files of a message as the other side sees them, or why it can't be sent. */
export const readAttachments = (body: string, facts: ThreadFacts): readonly Attachment[] | Rejected => {
  const files: Attachment[] = []
  for (const [index, found] of facts.attachments.entries()) {
    if (found === undefined)
      return reject('VALIDATION_FAILED', 'One of the files can’t be sent. Remove it and attach it again.', {
        errors: [
          { pointer: `/attachments/${index}`, detail: 'must be an accepted file of this conversation' },
        ],
      })
    files.push(maskName(found, facts))
  }
  if (body === '' && files.length === 0)
    return reject('VALIDATION_FAILED', 'Write a message or attach a file.', {
      errors: [{ pointer: '/body', detail: 'has nothing to read' }],
    })
  return files
}
