import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NO_DRAFT, type Known } from './autosave.ts'
import { createSectionStore, type Outcome, type Port } from './sectionStore.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** `run`: callbacks that are ready run for one microtask. `wait`: time passes, and timers fire. */
const STEPS = ['edit', 'flush', 'answer', 'lose', 'refuse', 'run', 'wait'] as const
type Step = (typeof STEPS)[number]

/** A server that answers when the script says so, and afterwards immediately. */
const createServer = () => {
  let known: Known = { version: 1, values: {} }
  let isScripted = true
  const open: ((how: 'answer' | 'lose' | 'refuse') => void)[] = []
  const port: Port = {
    send: (sending) =>
      new Promise<Outcome>((resolve, reject) => {
        const settle = (how: 'answer' | 'lose' | 'refuse') => {
          if (how === 'lose') return reject(new TypeError('Failed to fetch'))
          if (how === 'refuse')
            return resolve({
              kind: 'wrong',
              reasons: Object.fromEntries(Object.keys(sending.fields).map((name) => [name, 'no'])),
            })
          known = { version: known.version + 1, values: { ...known.values, ...sending.fields } }
          return resolve({ kind: 'taken' })
        }
        if (isScripted) open.push(settle)
        else settle('answer')
      }),
    read: async () => known,
    check: (_, value) => value,
    keep: () => undefined,
    kept: () => null,
  }
  return {
    port,
    known: () => known,
    settle: (how: 'answer' | 'lose' | 'refuse') => open.shift()?.(how),
    answerAll: () => {
      isScripted = false
      for (const settle of open.splice(0)) settle('answer')
    },
  }
}

/** Plays a script; `edits` are also made by a listener, in the middle of the store's own work. */
const play = async (script: readonly Step[], editAtNotice: number) => {
  const server = createServer()
  const store = createSectionStore(server.port)
  store.refresh(server.known())
  let count = 0
  const edit = () => store.edit(count % 2 === 0 ? 'name' : 'guests', (count += 1))
  let notices = 0
  store.subscribe(() => {
    notices += 1
    if (notices === editAtNotice) edit()
  })
  for (const step of script) {
    if (step === 'edit') edit()
    else if (step === 'flush') void store.flush()
    else if (step === 'run') await undefined
    else if (step === 'wait') await vi.advanceTimersByTimeAsync(700)
    else server.settle(step)
  }
  server.answerAll()
  await vi.advanceTimersByTimeAsync(120_000)
  return { store, server }
}

it('sends every change without another edit, whatever happens while it sends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...STEPS), { maxLength: 20 }),
      fc.nat({ max: 12 }),
      async (script, editAtNotice) => {
        const { store, server } = await play(script, editAtNotice)
        const { draft, busy, unreached } = store.get()
        expect({ busy, unreached }).toEqual({ busy: false, unreached: false })
        const refused = Object.keys(draft.refusals)
        const unsent = Object.keys(draft.changes).filter((name) => !refused.includes(name))
        expect({ unsent, sending: draft.sending }).toEqual({ unsent: [], sending: null })
        if (refused.length === 0) expect(draft).toEqual(NO_DRAFT)
        expect(store.get().known).toEqual(server.known())
      },
    ),
    { numRuns: Number(process.env['SECTION_RUNS'] ?? 500) },
  )
})
