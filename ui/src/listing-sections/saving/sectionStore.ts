import { readStatus, problemCode } from '../../data/http/problems.ts'
import {
  acknowledged,
  begin,
  choose,
  conflicted,
  edit,
  isSaved,
  NO_DRAFT,
  restoreUnsent,
  refreshed,
  refused,
  type Check,
  type Draft,
  type Known,
} from './autosave.ts'

/** The pause after the last key press before a change is sent. */
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

/** What the store needs from outside. */
export type Port = Readonly<{
  /** Throws what `request` throws. The same key never acts twice. */
  send: (sending: NonNullable<Draft['sending']>) => Promise<Outcome>
  /** The section as it is after every command of this tab. */
  read: () => Promise<Known>
  check: Check
  keep: (draft: Draft | null) => void
  kept: () => Draft | null
}>

export type Snapshot = Readonly<{
  draft: Draft
  known: Known | null
  busy: boolean
  /** The server wasn't reached; the store retries automatically. */
  unreached: boolean
  /** The error of a change that was refused as a whole; the next edit or flush sends again. */
  stopped: unknown
}>
export type SectionStore = Readonly<{
  get: () => Snapshot
  subscribe: (listener: () => void) => () => void
  refresh: (known: Known) => void
  edit: (name: string, value: unknown) => void
  choose: (name: string, choice: 'mine' | 'theirs') => void
  /** Sends all pending changes immediately, also refused ones. Ends when none are left or a retry is due. */
  flush: () => Promise<void>
  /** Sends nothing more; what the device keeps stays as it is. */
  stop: () => void
}>

const canRetry = (error: unknown) => {
  const status = readStatus(error)
  return (
    status === 0 ||
    status === 429 ||
    status >= 500 ||
    ['COMMAND_IN_FLIGHT', 'CONCURRENT_CHANGE'].includes(problemCode(error) ?? '')
  )
}

/** The snapshot and its listeners. The device keeps a draft until the server has all of it. */
const createState = (port: Port) => {
  const listeners = new Set<() => void>()
  let now: Snapshot = {
    draft: port.kept() ?? NO_DRAFT,
    known: null,
    busy: false,
    unreached: false,
    stopped: null,
  }
  let closed = false
  return {
    get: () => now,
    set: (part: Partial<Snapshot>) => {
      if (closed) return
      if (part.draft !== undefined && part.draft !== now.draft)
        port.keep(isSaved(part.draft) ? null : part.draft)
      now = { ...now, ...part }
      for (const notify of listeners) notify()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isClosed: () => closed,
    close: () => void (closed = true),
  }
}
type State = ReturnType<typeof createState>

/** Sends one change and applies its outcome to the draft. */
const sendOne = async (port: Port, { get, set }: State, sending: NonNullable<Draft['sending']>) => {
  const outcome = await port.send(sending)
  if (outcome.kind === 'wrong') return set({ draft: refused(get().draft, outcome.reasons) })
  const read = await port.read()
  const before = get().known
  const known = before !== null && before.version > read.version ? before : read
  if (outcome.kind === 'taken') return set({ known, draft: acknowledged(get().draft, known) })
  set({
    known,
    draft: conflicted(
      get().draft,
      outcome.found.map((one) => ({ ...one, version: known.version })),
    ),
  })
}

/** Sends changes one after another, after a pause in typing, and retries while the server isn't reached. */
const createSender = (port: Port, state: State) => {
  const { get, set, isClosed } = state
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = FIRST_RETRY_MS
  let running: Promise<void> | undefined
  let editedAt = 0

  const schedule = (ms: number) => {
    if (isClosed()) return
    clearTimeout(timer)
    timer = setTimeout(() => void run(false), ms)
  }
  const sendAll = async (immediately: boolean) => {
    try {
      while (!isClosed()) {
        if (!immediately && Date.now() - editedAt < DEBOUNCE_MS) {
          schedule(DEBOUNCE_MS)
          break
        }
        const draft = begin(get().draft, port.check, crypto.randomUUID())
        if (draft.sending === null) break
        set({ draft, busy: true, stopped: null })
        await sendOne(port, state, draft.sending)
      }
      retryMs = FIRST_RETRY_MS
      set({ busy: false, unreached: false })
    } catch (error) {
      if (canRetry(error)) {
        set({ busy: false, unreached: true })
        schedule(retryMs)
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
      } else set({ busy: false, unreached: false, draft: restoreUnsent(get().draft), stopped: error })
    }
  }
  const run = (immediately: boolean) => {
    if (running !== undefined) return running
    clearTimeout(timer)
    running = sendAll(immediately).finally(() => {
      running = undefined
    })
    return running
  }
  return {
    edited: () => void (editedAt = Date.now()),
    // Also while a request is under way: it may just have found nothing more to send.
    sendSoon: () => schedule(DEBOUNCE_MS),
    flush: async () => {
      await running
      await run(true)
    },
    cancel: () => clearTimeout(timer),
  }
}

/**
 * Saves one section of one listing automatically, whichever page is open: one request at a time, kept on the
 * device until the server has it.
 */
export const createSectionStore = (port: Port): SectionStore => {
  const state = createState(port)
  const { get, set, subscribe } = state
  const sender = createSender(port, state)
  return {
    get,
    subscribe,
    refresh: (known) => {
      const { known: before, draft } = get()
      if (before !== null && known.version <= before.version) return
      set({ known, draft: refreshed(draft, known) })
    },
    edit: (name, value) => {
      const { known, draft } = get()
      if (known === null) return
      sender.edited()
      set({ draft: edit(draft, known, name, value), stopped: null })
      sender.sendSoon()
    },
    choose: (name, choice) => {
      set({ draft: choose(get().draft, name, choice) })
      void sender.flush()
    },
    flush: sender.flush,
    stop: () => {
      state.close()
      sender.cancel()
    },
  }
}
