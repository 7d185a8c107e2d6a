import type { RecordedEvent } from '../kernel/message.ts'
import type { AccountEvent } from './messages.ts'

type Erased = Extract<AccountEvent, { type: 'SubjectErased' }>['data']

/** The proof that people were erased, when the event is one. */
export const readErasure = ({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): Erased | undefined =>
  type === 'SubjectErased' ? (data as Erased) : undefined
