import { useNotify } from 'react-admin'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useCommand } from '../data/commands/useCommand.ts'
import { problemText } from '../data/http/problems.ts'
import type { Thread } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/session.ts'
import { useNeighbours } from './useNeighbours.ts'

type Verb = 'assign' | 'star' | 'unstar' | 'archive' | 'unarchive'

/** A command that puts a conversation in order; a refusal is shown as a notification. */
const useOrganize = (verb: Verb) => {
  const t = useText()
  const notify = useNotify()
  return useCommand({
    resource: 'threads',
    verb,
    onError: (error) => notify(problemText(error, t), { type: 'error', autoHideDuration: null }),
  }).run
}

export type ThreadActions = ReturnType<typeof useThreadActions>

/** What a person does with a conversation besides writing. `may`: whether they can. */
export const useThreadActions = (thread: Thread) => {
  const t = useText()
  const saved = useSaved()
  const { leave } = useNeighbours(thread.id)
  const [star, unstar] = [useOrganize('star'), useOrganize('unstar')]
  const [archive, unarchive] = [useOrganize('archive'), useOrganize('unarchive')]
  const assign = useOrganize('assign')
  const { guestName: guest, starred, archived } = thread
  const restore = () =>
    unarchive(
      { record: thread, patch: { archived: false } },
      { onSuccess: () => saved(t('thread.unarchivedDone', { guest })) },
    )
  return {
    may: useCan('thread.organize'),
    toggleStar: () => (starred ? unstar : star)({ record: thread, patch: { starred: !starred } }),
    toggleArchive: () => {
      if (archived) restore()
      else {
        archive({ record: thread, patch: { archived: true } })
        saved(t('thread.archivedDone', { guest }), restore)
        leave()
      }
    },
    assign: (userId: string | null) =>
      assign({ record: thread, body: { userId }, patch: { assignedTo: userId } }),
  }
}
