import { HttpError } from 'react-admin'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shown, type Draft, type Fields, type Known } from './autosave.ts'
import { DEBOUNCE_MS, FIRST_RETRY_MS, createSectionStore, type Outcome, type Port } from './sectionStore.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const TAKEN: Outcome = { kind: 'taken' }
type Sent = NonNullable<Draft['sending']>

/** A server of one section, and a device that keeps drafts. */
const world = (answers: readonly (Outcome | Error)[] = []) => {
  const waiting = [...answers]
  const sent: Sent[] = []
  let server: Known = { version: 1, values: { name: 'Barn' } }
  let kept: Draft | null = null
  const port: Port = {
    send: async (sending) => {
      sent.push(sending)
      const answer = waiting.shift() ?? TAKEN
      if (answer instanceof Error) throw answer
      if (answer.kind === 'taken')
        server = { version: server.version + 1, values: { ...server.values, ...sending.fields } }
      return answer
    },
    read: async () => server,
    check: (_, value) => value,
    keep: (draft) => void (kept = draft),
    kept: () => kept,
  }
  const open = () => {
    const store = createSectionStore(port)
    store.refresh(server)
    return store
  }
  return {
    open,
    sent,
    kept: () => kept,
    changeElsewhere: (values: Fields) =>
      void (server = { version: server.version + 1, values: { ...server.values, ...values } }),
  }
}
const values = ({ get }: ReturnType<typeof createSectionStore>) =>
  shown(get().known ?? { version: 0, values: {} }, get().draft)
const rest = () => vi.advanceTimersByTimeAsync(DEBOUNCE_MS)

it('sends input after a pause in typing, in one request, and keeps it on the device until then', async () => {
  const { open, sent, kept } = world()
  const store = open()
  for (const text of ['M', 'Mi', 'Mill']) {
    store.edit('name', text)
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS / 2)
  }
  expect(sent).toHaveLength(0)
  expect(kept()?.changes['name']?.value).toBe('Mill')
  await rest()
  expect(sent.map(({ fields, baseVersion }) => ({ fields, baseVersion }))).toEqual([
    { fields: { name: 'Mill' }, baseVersion: 1 },
  ])
  expect(kept()).toBeNull()
  expect(store.get()).toMatchObject({ busy: false, known: { version: 2 } })
})

it('retries with the same key while the server is unreachable, and continues after a reload', async () => {
  const { open, sent, kept } = world([
    new TypeError('Failed to fetch'),
    new HttpError('Too busy', 503),
    TAKEN,
  ])
  const store = open()
  store.edit('name', 'Mill')
  await rest()
  expect(store.get().unreached).toBe(true)
  await vi.advanceTimersByTimeAsync(FIRST_RETRY_MS)
  expect(sent).toHaveLength(2)
  const reloaded = open()
  expect(values(reloaded)).toEqual({ name: 'Mill' })
  await reloaded.flush()
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(kept()).toBeNull()
})

it('stops when the whole change is refused, loses nothing, and continues on request', async () => {
  const { open, sent, kept } = world([new HttpError('Forbidden', 403, { code: 'FORBIDDEN', status: 403 })])
  const store = open()
  store.edit('name', 'Mill')
  await rest()
  expect(store.get()).toMatchObject({ busy: false, unreached: false, stopped: { status: 403 } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(kept()?.changes['name']?.value).toBe('Mill')
  await store.flush()
  expect(sent).toHaveLength(2)
  expect(kept()).toBeNull()
})

it('leaves a field in conflict to the person, and sends the others', async () => {
  const { open, sent, changeElsewhere } = world([
    { kind: 'conflict', found: [{ name: 'name', theirs: 'Loft', changedBy: 'u2' }] },
  ])
  const store = open()
  store.edit('name', 'Mill')
  store.edit('guests', 5)
  changeElsewhere({ name: 'Loft' })
  await rest()
  expect(sent.map(({ fields }) => fields)).toEqual([{ name: 'Mill', guests: 5 }, { guests: 5 }])
  expect(store.get().draft.conflicts['name']).toMatchObject({ theirs: 'Loft', changedBy: 'u2' })
  store.choose('name', 'mine')
  await store.flush()
  expect(sent.at(-1)).toMatchObject({ fields: { name: 'Mill' }, baseVersion: 3 })
  expect(values(store)).toEqual({ name: 'Mill', guests: 5 })
})

it('shows the reason at the field and waits for another value', async () => {
  const { open, sent } = world([{ kind: 'wrong', reasons: { name: 'is taken' } }])
  const store = open()
  store.edit('name', 'Mill')
  await rest()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(store.get().draft.refusals).toEqual({ name: 'is taken' })
  store.edit('name', 'Mills')
  await rest()
  expect(sent).toHaveLength(2)
})

it('sends nothing and keeps the draft once it is stopped', async () => {
  const { open, sent, kept } = world([new TypeError('Failed to fetch')])
  const store = open()
  store.edit('name', 'Mill')
  await rest()
  store.stop()
  await store.flush()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(kept()?.sending?.fields).toEqual({ name: 'Mill' })
})
