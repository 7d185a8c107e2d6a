import { useState } from 'react'
import { problemCode, problemOf } from '../data/http/problems.ts'
import { useNow } from '../components/dates/useNow.ts'

type State = Readonly<{
  pending: boolean
  error: unknown
  /** Milliseconds since 1970: when it was refused, and until when another try would be. */ refusedAt: number
  retryAt: number
}>
const IDLE: State = { pending: false, error: null, refusedAt: 0, retryAt: 0 }

const waitMs = (error: unknown) => {
  if (problemCode(error) !== 'RATE_LIMITED') return 0
  const seconds = Number(problemOf(error)?.['retryAfterSeconds'] ?? 60)
  return (Number.isFinite(seconds) ? Math.max(1, seconds) : 60) * 1_000
}

/**
 * One request of a form: whether it is under way, why it was refused, and for how many seconds another try
 * would be.
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
  // The last beat may lie before the refusal.
  const left = state.retryAt - Math.max(beat, state.refusedAt)
  return { pending: state.pending, error: state.error, wait: Math.max(0, Math.ceil(left / 1_000)), ask }
}
