import { limits, type WriteOutcome, type WriteRequest } from './model.ts'

/** A request waiting for its answer; `answer` takes the first outcome and ignores later ones. */
export type Waiting = Readonly<{
  request: WriteRequest
  bytes: number
  deadline: number
  answer: (outcome: WriteOutcome) => void
}>

/** Requests in order of arrival. Bounded: beyond the limits it answers "too busy". */
export type WriteQueue = Readonly<{
  add: (request: WriteRequest, deadline: number) => Promise<WriteOutcome>
  takeBatch: () => readonly Waiting[]
  isEmpty: () => boolean
  /** Resolves when there is a request to take, or when the signal aborts. */
  filled: (signal: AbortSignal) => Promise<void>
  /** Answers requests whose deadline is over; none of them was written. */
  expire: (now: number, outcome: WriteOutcome) => void
  refuseAll: (outcome: WriteOutcome) => void
}>

/** How many of the waiting requests go into one batch: at least one, and no more than the limits allow. */
const countBatch = (waiting: readonly Waiting[]): number => {
  let events = 0
  let bytes = 0
  let count = 0
  for (const item of waiting) {
    events += item.request.events.length
    bytes += item.bytes
    if (count > 0 && (events > limits.batchEvents || bytes > limits.batchBytes)) break
    count += 1
  }
  return count
}

export const createQueue = (): WriteQueue => {
  let waiting: Waiting[] = []
  let bytes = 0
  let wake: (() => void) | undefined

  const remove = (count: number): readonly Waiting[] => {
    const taken = waiting.splice(0, count)
    for (const item of taken) bytes -= item.bytes
    return taken
  }

  return {
    add: (request, deadline) => {
      const size = request.events.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0)
      if (waiting.length >= limits.queueLength || bytes + size > limits.queueBytes) {
        return Promise.resolve({ kind: 'unavailable', reason: 'too busy' })
      }
      return new Promise((answer) => {
        waiting.push({ request, bytes: size, deadline, answer })
        bytes += size
        wake?.()
      })
    },
    takeBatch: () => remove(countBatch(waiting)),
    isEmpty: () => waiting.length === 0,
    filled: (signal) =>
      new Promise((resolve) => {
        const resume = (): void => {
          wake = undefined
          signal.removeEventListener('abort', resume)
          resolve()
        }
        if (waiting.length > 0 || signal.aborted) return resolve()
        wake = resume
        signal.addEventListener('abort', resume)
      }),
    expire: (now, outcome) => {
      const kept: Waiting[] = []
      for (const item of waiting) {
        if (item.deadline > now) {
          kept.push(item)
          continue
        }
        bytes -= item.bytes
        item.answer(outcome)
      }
      waiting = kept
    },
    refuseAll: (outcome) => {
      for (const item of remove(waiting.length)) item.answer(outcome)
    },
  }
}
