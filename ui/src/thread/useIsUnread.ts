import type { Thread } from '../data/records/records.ts'
import { useSession } from '../session/session.ts'

/** Whether the guest wrote something that the reader has not read. */
export const useIsUnread = ({ readBy }: Pick<Thread, 'readBy'>): boolean => {
  const me = useSession()?.user.id
  return me !== undefined && readBy !== null && !readBy.includes(me)
}
