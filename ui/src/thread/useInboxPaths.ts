import { usePhonePage } from '../components/list/useCards.ts'
import { to } from '../navigation/paths.ts'

/** Addresses within the inbox: the pages for phones lead to each other. */
export const useInboxPaths = () =>
  usePhonePage() ? { inbox: to.phoneInbox, thread: to.phoneThread } : { inbox: to.inbox, thread: to.thread }
