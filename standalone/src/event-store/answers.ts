import { pause } from '@hearth/platform/retry/backoff'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Output } from './output.ts'
import type { Store } from './store.ts'

/** When answers leave, for tests: as close together as possible, or as late and as far apart as allowed. */
export const answerModes = ['tight', 'late'] as const
export type AnswerMode = (typeof answerModes)[number]

const SPREAD_MS = 1
const SPREAD_FIRST = 8
const HOLD_MS = 20
const ANSWER_MS = 5

/**
 * Sends each message in a turn of its own, with pauses where the order matters most: at the beginning and
 * around announcements. Announcements are held back, and events that come meanwhile are sent before them.
 */
export const delayOutput = (output: Output): Output => {
  let spread = SPREAD_FIRST
  return {
    signal: output.signal,
    send: async (message) => {
      spread -= 1
      await (spread >= 0 ? pause(SPREAD_MS, output.signal) : nextTurn())
      await output.send(message)
    },
    hold: async () => {
      spread = SPREAD_FIRST
      await pause(HOLD_MS, output.signal)
    },
  }
}

/** Answers a write only when its events have long been published to subscriptions. */
export const delayWrites = (store: Store): Store => ({
  ...store,
  writer: {
    ...store.writer,
    write: async (request, deadline) => {
      const outcome = await store.writer.write(request, deadline)
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
      return outcome
    },
  },
})
