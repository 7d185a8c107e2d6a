import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { readSection, zSectionConflict, type listingContents } from '@hearth/contracts/listing'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import { useGetOne } from 'react-admin'
import { z } from 'zod'
import { knownSession, useSession } from '../../session/session.ts'
import { dataProvider, sendCommand } from '../../data/records/dataProvider.ts'
import { problemCode, readProblem } from '../../data/http/problems.ts'
import { queryClient } from '../../data/records/queryClient.ts'
import { isSaved, shown, type Check, type Fields, type Known } from './autosave.ts'
import { listDrafts, dropDraft, keepDraft, readDraft, type DraftName } from './drafts.ts'
import { flatten, nest, readField } from './sectionFields.ts'
import { createSectionStore, type Outcome, type Port, type SectionStore } from './sectionStore.ts'

export type Content = Shown<typeof listingContents>

const RESOURCE = 'listing-contents'
/** The key under which react-admin's useGetOne caches it. */
const contentKey = (listingId: string) => [RESOURCE, 'getOne', { id: listingId, meta: undefined }]

const readKnown = (row: Content | undefined, section: SectionName): Known => {
  const { version, values } = readSection(row, section)
  return { version, values: flatten(section, values) }
}

/** JSON leaves out undefined answers. */
const zConflicts = z.array(zSectionConflict.partial({ yours: true, theirs: true }))
const parsePointer = (pointer: string) => pointer.replace(/^\/patch/, '').replace(/^\//, '')
/**
 * The name under which the store saves it: `answers/wifi` for a field that merges by key, otherwise the
 * field.
 */
const findSavedName = (names: readonly string[], pointer: string) =>
  names.find((name) => parsePointer(pointer) === name || parsePointer(pointer).startsWith(`${name}/`))

const readOutcome = (error: unknown, names: readonly string[]): Outcome | undefined => {
  const problem = readProblem(error)
  if (problemCode(error) === 'VERSION_CONFLICT') {
    const found = (zConflicts.safeParse(problem?.['conflicts']).data ?? []).flatMap(
      ({ pointer, theirs, changedBy }) => {
        const name = findSavedName(names, pointer)
        return name === undefined ? [] : [{ name, theirs: theirs ?? null, changedBy }]
      },
    )
    // A conflict that cannot be resolved here would be sent repeatedly.
    return found.length === 0 ? undefined : { kind: 'conflict', found }
  }
  if (problemCode(error) !== 'VALIDATION_FAILED') return undefined
  const reasons = Object.fromEntries(
    (problem?.errors ?? []).flatMap(({ pointer, detail }) => {
      const name = findSavedName(names, pointer)
      return name === undefined ? [] : [[name, detail]]
    }),
  )
  return Object.keys(reasons).length === 0 ? undefined : { kind: 'wrong', reasons }
}

const createCheck =
  (section: SectionName): Check =>
  (name, value) => {
    const read = readField(section, name, value)
    return 'stored' in read ? read.stored : undefined
  }

const createPort = (draftName: DraftName): Port => {
  const { userId, listingId, section } = draftName
  let revision = 0
  return {
    send: async ({ key, baseVersion, fields }) => {
      // Another person has signed in on this device: the draft is kept for the person who wrote it.
      if (knownSession()?.user.id !== userId) throw new Error('another session')
      try {
        revision = (
          await sendCommand({
            resource: 'listings',
            id: listingId,
            verb: 'update-section',
            body: { section, patch: nest(fields), baseVersion },
            key,
          })
        ).revision
        void queryClient.invalidateQueries({ queryKey: ['onboarding'] })
        void queryClient.invalidateQueries({ queryKey: ['listings'] })
        return { kind: 'taken' }
      } catch (error) {
        const outcome = readOutcome(error, Object.keys(fields))
        if (outcome === undefined) throw error
        return outcome
      }
    },
    read: async () => {
      const { data } = await dataProvider.getOne<Content>(RESOURCE, { id: listingId })
      if (data.revision < revision) throw new Error('the read model is behind')
      queryClient.setQueryData(contentKey(listingId), data)
      return readKnown(data, section)
    },
    check: createCheck(section),
    keep: (draft) => (draft === null ? dropDraft(draftName) : keepDraft(draftName, draft)),
    kept: () => readDraft(draftName),
  }
}

/** One store for each section that this tab has opened, so that changes are saved whichever page is open. */
const stores = new Map<string, SectionStore>()
const openStore = (name: DraftName): SectionStore => {
  const key = `${name.userId}/${name.listingId}/${name.section}`
  const store = stores.get(key) ?? createSectionStore(createPort(name))
  stores.set(key, store)
  return store
}

/** Stops every store, as closing the tab does, so that a test's stores do not send during the next one. */
export const stopSections = () => {
  for (const { stop } of stores.values()) stop()
  stores.clear()
}

const flushAll = () => void Promise.all([...stores.values()].map(({ flush }) => flush()))
window.addEventListener('online', flushAll)
document.addEventListener(
  'visibilitychange',
  () => void (document.visibilityState === 'hidden' && flushAll()),
)

/** Sends what an earlier visit could not send. Call it on every page where the host may continue. */
export const useUnsentDrafts = () => {
  const userId = useSession()?.user.id
  useEffect(() => {
    if (userId !== undefined) for (const name of listDrafts(userId)) void openStore(name).flush()
  }, [userId])
}

/**
 * `problem`: the whole change was refused; `offline`: kept on this device and sent when the server is
 * reachable.
 */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'conflict' | 'wrong' | 'problem'

const computeSaveState = (
  { draft, busy, unreached, stopped }: ReturnType<SectionStore['get']>,
  check: Check,
): SaveState => {
  const { changes, conflicts, refusals } = draft
  if (stopped !== null) return 'problem'
  if (Object.keys(conflicts).length > 0) return 'conflict'
  if (isSaved(draft)) return 'saved'
  if (unreached || !navigator.onLine) return 'offline'
  if (busy) return 'saving'
  return Object.entries(changes).every(
    ([name, { value }]) => name in refusals || check(name, value) === undefined,
  )
    ? 'wrong'
    : 'unsaved'
}

/**
 * A section of a listing, with the person's changes that the server does not have yet. `set` takes a field,
 * or `field/key` where the section merges by key (KEYED_FIELDS). Changes are saved automatically; `flush`
 * sends immediately and resolves when nothing more can be sent.
 */
export const useSection = (listingId: string, section: SectionName) => {
  const userId = useSession()?.user.id ?? ''
  const store = useMemo(() => openStore({ userId, listingId, section }), [userId, listingId, section])
  const {
    data: row,
    error,
    refetch,
  } = useGetOne<Content>(RESOURCE, { id: listingId }, { enabled: listingId !== '', retry: false })
  const known = useMemo(() => (row === undefined ? undefined : readKnown(row, section)), [row, section])
  useEffect(() => void (known !== undefined && store.refresh(known)), [store, known])
  useEffect(() => () => void store.flush(), [store])
  const snapshot = useSyncExternalStore(store.subscribe, store.get)
  const check = createCheck(section)
  const current = snapshot.known ?? known
  const fields: Fields | undefined = current && shown(current, snapshot.draft)
  return {
    /** Values by saved name (`answers/wifi`); undefined until the listing's content is loaded. */
    fields,
    row,
    loadError: error,
    refetch,
    conflicts: snapshot.draft.conflicts,
    refusals: snapshot.draft.refusals,
    problem: snapshot.stopped,
    state: computeSaveState(snapshot, check),
    set: store.edit,
    choose: store.choose,
    flush: store.flush,
    /** False while a change of this section exists on this device only. */
    isSaved: () => computeSaveState(store.get(), check) === 'saved',
  }
}
export type SectionEditor = ReturnType<typeof useSection>
