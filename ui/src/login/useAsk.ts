import { useState } from 'react'
import { problemCode, problemOf } from '../data/problems.ts'
import { useNow } from '../ui/useNow.ts'

type State = Readonly<{ pending: boolean; error: unknown; /** Milliseconds since 1970; before it another try is refused, too. */ retryAt: number }>
const IDLE: State = { pending: false, error: null, retryAt: 0 }

const retryAt = (error: unknown) => {
  if (problemCode(error) !== 'RATE_LIMITED') return 0
  const seconds = Number(problemOf(error)?.['retryAfterSeconds'] ?? 60)
  return Date.now() + (Number.isFinite(seconds) ? Math.max(1, seconds) : 60) * 1_000
}

/** One request of a form: whether it is under way, why it was refused, and for how many seconds another try would be. */
export const useAsk = () => {
  const [state, set] = useState(IDLE)
  const now = useNow(1_000)
  const ask = async (work: () => Promise<unknown>): Promise<void> => {
    set({ ...IDLE, pending: true })
    try {
      await work()
      set(IDLE)
    } catch (error) {
      set({ pending: false, error, retryAt: retryAt(error) })
    }
  }
  return { pending: state.pending, error: state.error, wait: Math.max(0, Math.ceil((state.retryAt - now) / 1_000)), ask }
}
