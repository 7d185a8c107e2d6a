import type { ThreadCommand, ThreadEvent } from '@hearth/contracts/thread'
import { reject, type Decider } from '../runtime/decider.ts'
import type { ThreadFacts } from './thread.facts.ts'
import type { ThreadState } from './thread.state.ts'

/** One function for each command of a thread. */
export type ThreadDecide = Decider<ThreadState, ThreadCommand, ThreadEvent, ThreadFacts>['decide']

export const unknownThread = reject('NOT_FOUND', 'This conversation doesn’t exist.')
export const unknownMessage = reject('NOT_FOUND', 'This message doesn’t exist.')
