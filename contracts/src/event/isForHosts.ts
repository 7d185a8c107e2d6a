import { categoryOfStream, textIn, type RecordedEvent } from '../kernel/message.ts'

/** What staff do in an account is in its access log, and each person reads their own saved views and notices. */
const INTERNAL = ['impersonation', 'audit', 'savedView']

/** Whether hosts find the event in their log. */
export const isForHosts = ({
  stream,
  type,
  data,
}: Pick<RecordedEvent, 'stream' | 'type' | 'data'>): boolean =>
  !INTERNAL.includes(categoryOfStream(stream)) &&
  type !== 'NoticesRead' &&
  !(type === 'BookingNoteAdded' && textIn(data, 'visibility') === 'staff')
