import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { useNotify } from 'react-admin'
import { useNow } from '../../components/dates/useNow.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { problemText } from '../../data/http/problems.ts'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import type { Message } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan, useSession } from '../../session/session.ts'
import { useMessages } from './useMessages.ts'

const EVERY_MS = 1_000

/** Whether the reader may still unsend a message: their own, and soon after it was sent. */
export const useIsUnsendable = () => {
  const me = useSession()?.user.id
  const mayWrite = useCan('thread.write')
  const minutes = usePolicy('messaging')?.retractMinutes ?? 0
  const now = useNow(EVERY_MS)
  return ({ author, authorId, retractedAt, sentAt, request }: Message): boolean =>
    mayWrite &&
    request === null &&
    author !== 'guest' &&
    authorId === me &&
    retractedAt === null &&
    now - Date.parse(sentAt) < minutes * MINUTE_MS
}

/** The message that the reader wrote last, while they may unsend it. */
export const useLastOwnMessage = (threadId: string): Message | undefined => {
  const { data = [] } = useMessages(threadId)
  return data.findLast(useIsUnsendable())
}

/** Unsends a message, and then calls `onUnsent` with its text. */
export const useUnsend = (threadId: string, onUnsent: (text: string) => void) => {
  const t = useText()
  const notify = useNotify()
  const { run } = useCommand({
    resource: 'threads',
    verb: 'retract',
    touches: ['messages'],
    onError: (error) => notify(problemText(error, t), { type: 'error', autoHideDuration: null }),
  })
  return ({ id: messageId, text }: Message) =>
    run({ record: { id: threadId }, body: { messageId } }, { onSuccess: () => onUnsent(text ?? '') })
}
