import { useNotify } from 'react-admin'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useCommand } from '../data/commands/useCommand.ts'
import { problemText } from '../data/http/problems.ts'
import type { Thread } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/session.ts'
import { useNeighbours } from './useNeighbours.ts'

type Verb = 'assign' | 'star' | 'unstar' | 'archive' | 'unarchive' | 'no-reply' | 'require-reply'

/**
 * A command that puts a conversation in order; a refusal is shown as a notification. `onSuccess` also runs
 * once the conversation is no longer on screen.
 */
const useOrganize = (verb: Verb, onSuccess?: () => void) => {
  const t = useText()
  const notify = useNotify()
  return useCommand({
    resource: 'threads',
    verb,
    ...(onSuccess && { onSuccess }),
    onError: (error) => notify(problemText(error, t), { type: 'error', autoHideDuration: null }),
  }).run
}

/** Archives, with undo, or moves back to the inbox. */
const useArchive = (thread: Thread) => {
  const t = useText()
  const saved = useSaved()
  const { leave } = useNeighbours(thread.id)
  const { guestName: guest, archived } = thread
  const unarchive = useOrganize('unarchive', () => saved(t('thread.unarchivedDone', { guest })))
  const restore = () => unarchive({ record: thread, patch: { archived: false } })
  const archive = useOrganize('archive', () => saved(t('thread.archivedDone', { guest }), restore))
  return () => {
    if (archived) return restore()
    archive({ record: thread, patch: { archived: true } })
    leave()
  }
}

/** Says that what the guest wrote so far needs no reply, with undo. */
const useNoReply = ({ id, guestName: guest, lastGuestMessageId: upToMessageId }: Thread) => {
  const t = useText()
  const saved = useSaved()
  const input = { record: { id }, body: { upToMessageId } }
  const require = useOrganize('require-reply', () => saved(t('thread.replyNeeded', { guest })))
  const mark = useOrganize('no-reply', () => saved(t('thread.noReplyDone', { guest }), () => require(input)))
  return () => mark(input)
}

export type ThreadActions = ReturnType<typeof useThreadActions>

/** What a person does with a conversation besides writing. `may`: whether they can. */
export const useThreadActions = (thread: Thread) => {
  const [star, unstar, assign] = [useOrganize('star'), useOrganize('unstar'), useOrganize('assign')]
  const { starred } = thread
  return {
    may: useCan('thread.organize'),
    toggleStar: () => (starred ? unstar : star)({ record: thread, patch: { starred: !starred } }),
    toggleArchive: useArchive(thread),
    markNoReply: useNoReply(thread),
    assign: (userId: string | null) =>
      assign({ record: thread, body: { userId }, patch: { assignedTo: userId } }),
  }
}
