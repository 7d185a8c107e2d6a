import { useState } from 'react'
import { problemCode, readProblem } from '../data/http/problems.ts'
import { useNow } from '../components/dates/useNow.ts'

type State = Readonly<{
  pending: boolean
  error: unknown
  /** In milliseconds since 1970: when it was refused, and when the next attempt is possible. */
  refusedAt: number
  retryAt: number
}>
const IDLE: State = { pending: false, error: null, refusedAt: 0, retryAt: 0 }

const waitMs = (error: unknown) => {
  if (problemCode(error) !== 'RATE_LIMITED') return 0
  const seconds = Number(readProblem(error)?.['retryAfterSeconds'] ?? 60)
  return (Number.isFinite(seconds) ? Math.max(1, seconds) : 60) * 1_000
}

/**
 * A request of a form: whether it is pending, why it was refused, and in how many seconds the next attempt is
 * possible.
 */
export const useAsk = () => {
  const [state, set] = useState(IDLE)
  const beat = useNow(1_000)
  const ask = async (work: () => Promise<unknown>): Promise<void> => {
    set({ ...IDLE, pending: true })
    try {
      await work()
      set(IDLE)
    } catch (error) {
      const refusedAt = Date.now()
      set({ pending: false, error, refusedAt, retryAt: refusedAt + waitMs(error) })
    }
  }
  // The last tick may be before the refusal.
  const left = state.retryAt - Math.max(beat, state.refusedAt)
  return { pending: state.pending, error: state.error, wait: Math.max(0, Math.ceil(left / 1_000)), ask }
}
