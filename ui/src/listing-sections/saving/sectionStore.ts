import { statusOf, problemCode } from '../../data/http/problems.ts'
import {
  acknowledged,
  begin,
  choose,
  conflicted,
  edit,
  isSaved,
  NO_DRAFT,
  putBack,
  refreshed,
  refused,
  type Check,
  type Draft,
  type Known,
} from './autosave.ts'

/** After the last key; a pause of thought, not of typing. */
export const DEBOUNCE_MS = 600
export const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000

export type Outcome =
  | Readonly<{ kind: 'taken' }>
  | Readonly<{
      kind: 'conflict'
      found: readonly Readonly<{ name: string; theirs: unknown; changedBy: string | null }>[]
    }>
  | Readonly<{ kind: 'wrong'; reasons: Readonly<Record<string, string>> }>

/** What the store needs of the world. */
export type Port = Readonly<{
  /** Throws what `request` throws. The same key never acts twice. */
  send: (sending: NonNullable<Draft['sending']>) => Promise<Outcome>
  /** The section as it is after everything this tab did. */
  read: () => Promise<Known>
  check: Check
  keep: (draft: Draft | null) => void
  kept: () => Draft | null
}>

export type Snapshot = Readonly<{
  draft: Draft
  known: Known | null
  busy: boolean
  /** The server was not reached; it is tried again by itself. */
  unreached: boolean
  /** It was refused as a whole: goes on when the person says so. */
  stopped: unknown
}>
export type SectionStore = Readonly<{
  get: () => Snapshot
  subscribe: (listener: () => void) => () => void
  refresh: (known: Known) => void
  edit: (name: string, value: unknown) => void
  choose: (name: string, choice: 'mine' | 'theirs') => void
  /**
   * Sends now what waits; also what was stopped. Ends when there is nothing to send or it has to be tried
   * later.
   */
  flush: () => Promise<void>
  /** For good: nothing more is sent, and what the device keeps stays as it is. */
  stop: () => void
}>

const canRetry = (error: unknown) => {
  const status = statusOf(error)
  return (
    status === 0 ||
    status === 429 ||
    status >= 500 ||
    ['COMMAND_IN_FLIGHT', 'CONCURRENT_CHANGE'].includes(problemCode(error) ?? '')
  )
}

/**
 * Saves one section of one listing by itself, whatever page is open: one request at a time, kept on the
 * device until the server has it.
 */
export const createSectionStore = (port: Port): SectionStore => {
  const listeners = new Set<() => void>()
  let now: Snapshot = {
    draft: port.kept() ?? NO_DRAFT,
    known: null,
    busy: false,
    unreached: false,
    stopped: null,
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_RETRY_MS
  let running: Promise<void> | undefined
  let editedAt = 0
  let over = false

  const set = (part: Partial<Snapshot>) => {
    if (over) return
    if (part.draft !== undefined && part.draft !== now.draft)
      port.keep(isSaved(part.draft) ? null : part.draft)
    now = { ...now, ...part }
    for (const notify of listeners) notify()
  }
  const later = (ms: number) => {
    if (over) return
    clearTimeout(timer)
    timer = setTimeout(() => void run(false), ms)
  }
  const newer = (known: Known) =>
    now.known !== null && now.known.version > known.version ? now.known : known

  const sendOne = async (sending: NonNullable<Draft['sending']>) => {
    const outcome = await port.send(sending)
    if (outcome.kind === 'wrong') return set({ draft: refused(now.draft, outcome.reasons) })
    const known = newer(await port.read())
    if (outcome.kind === 'taken') return set({ known, draft: acknowledged(now.draft, known) })
    set({
      known,
      draft: conflicted(
        now.draft,
        outcome.found.map((one) => ({ ...one, version: known.version })),
      ),
    })
  }
  const sendAll = async (atOnce: boolean) => {
    try {
      while (!over) {
        if (!atOnce && Date.now() - editedAt < DEBOUNCE_MS) {
          later(DEBOUNCE_MS)
          break
        }
        const draft = begin(now.draft, port.check, crypto.randomUUID())
        if (draft.sending === null) break
        set({ draft, busy: true, stopped: null })
        await sendOne(draft.sending)
      }
      wait = FIRST_RETRY_MS
      set({ busy: false, unreached: false })
    } catch (error) {
      if (canRetry(error)) {
        set({ busy: false, unreached: true })
        later(wait)
        wait = Math.min(wait * 2, LAST_RETRY_MS)
      } else set({ busy: false, unreached: false, draft: putBack(now.draft), stopped: error })
    }
  }
  const run = (atOnce: boolean) => {
    clearTimeout(timer)
    running ??= sendAll(atOnce).finally(() => {
      running = undefined
    })
    return running
  }
  const flush = async () => {
    await running
    await run(true)
  }

  return {
    get: () => now,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refresh: (known) => {
      if (now.known !== null && known.version <= now.known.version) return
      set({ known, draft: refreshed(now.draft, known) })
    },
    edit: (name, value) => {
      if (now.known === null) return
      editedAt = Date.now()
      set({ draft: edit(now.draft, now.known, name, value), stopped: null })
      if (running === undefined) later(DEBOUNCE_MS)
    },
    choose: (name, choice) => {
      set({ draft: choose(now.draft, name, choice) })
      void flush()
    },
    flush,
    stop: () => {
      over = true
      clearTimeout(timer)
    },
  }
}
