import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useCommand } from '../data/commands/useCommand.ts'
import type { Thread } from '../data/records/records.ts'
import { useCan } from '../session/session.ts'
import { useIsUnread } from './useIsUnread.ts'

/** The state of the address of a conversation that the inbox opened itself. */
export const UNASKED = { unasked: true }

/** Marks what the guest wrote as read once the person has it on screen, and opened it. */
export const useMarkRead = ({ id, lastGuestMessageId, ...thread }: Thread): void => {
  const marked = useRef<string>(null)
  const isUnread = useIsUnread(thread)
  const { state } = useLocation()
  const asked = (state as typeof UNASKED | null)?.unasked !== true
  const unread = useCan('thread.mark-read') && isUnread && asked
  const { run } = useCommand({ resource: 'threads', verb: 'mark-read' })
  useEffect(() => {
    const mark = () => {
      if (document.hidden || !unread || lastGuestMessageId === null || marked.current === lastGuestMessageId)
        return
      marked.current = lastGuestMessageId
      run({ record: { id }, body: { upToMessageId: lastGuestMessageId } })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, unread, lastGuestMessageId, run])
}
