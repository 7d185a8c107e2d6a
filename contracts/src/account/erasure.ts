import type { RecordedEvent } from '../kernel/message.ts'
import type { AccountEvent } from './messages.ts'

/** What a personal field reads as once its person's key is gone (decisions.md §6). */
export const ERASED = '[erased]'

type Erased = Extract<AccountEvent, { type: 'SubjectErased' }>['data']

/** The proof that people were erased, when the event is one. */
export const erasureOf = ({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): Erased | undefined =>
  type === 'SubjectErased' ? (data as Erased) : undefined

/** The text as it reads once whom it is about was erased; what was never there stays away. */
export const erased = <T extends string | null>(text: T): T | typeof ERASED => (text === null ? text : ERASED)
