import type { Streams } from '../runtime/streams.ts'
import { accountFold } from './account.state.ts'

/**
 * Other processes notice that an account was closed within this time. It happens once in its life, when its
 * bookings are over; confirmed every second, it was one of two reads of nearly every command.
 */
const CLOSED_MAX_AGE_MS = 15_000

export const createClosedCheck =
  (streams: Pick<Streams, 'view'>) =>
  async (hostAccountId: string): Promise<boolean> =>
    (await streams.view(accountFold, hostAccountId, CLOSED_MAX_AGE_MS)).state.status === 'closed'
