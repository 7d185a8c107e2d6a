import { useHotkey } from '../components/action/useHotkey.ts'
import type { Thread } from '../data/records/records.ts'
import { useCan } from '../session/session.ts'
import { useLastOwnMessage, useUnsend } from './messages/useUnsend.ts'
import type { Composer } from './useComposer.ts'
import { useNeighbours } from './useNeighbours.ts'
import type { ThreadActions } from './useThreadActions.ts'

type Handlers = { actions: ThreadActions; composer: Composer; focus: () => void }

/** The keys of an open conversation, as people know them from mail. */
export const useThreadKeys = (thread: Thread, { actions, composer, focus }: Handlers): void => {
  const { openNext, openPrevious } = useNeighbours(thread.id)
  const mayWrite = useCan('thread.write')
  const last = useLastOwnMessage(thread.id)
  const unsend = useUnsend(thread.id, composer.offer)
  useHotkey('nextThread', openNext)
  useHotkey('previousThread', openPrevious)
  useHotkey('reply', focus, { enabled: mayWrite })
  useHotkey('archiveThread', actions.toggleArchive, { enabled: actions.may })
  useHotkey('star', actions.toggleStar, { enabled: actions.may })
  useHotkey('retract', () => last && unsend(last), { enabled: last !== undefined })
}
