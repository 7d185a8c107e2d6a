import { nameDraft, nameDraftsOf } from './drafts.ts'

/**
 * A file that is attached to a draft. `key` names its upload; `fileId` is null until the server has it.
 * `unscanned`: the server has it and no scanner has checked it, so guests can't open it. `slot`: the part of the
 * draft that it belongs to, where it has parts.
 */
export type DraftFile = Readonly<{
  key: string
  file: File
  fileId: string | null
  unscanned?: boolean
  slot?: string
}>

/** `at`: the order in which files were attached. */
type Kept = DraftFile & Readonly<{ draft: string; at: number }>

const DATABASE = 'hearth-drafts'
const STORE = 'file'

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('draft', 'draft')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error ?? new Error('No database'))
  })

/** One request to the store; undefined where the browser has none, and files last as long as the page. */
const ask = async <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> => {
  if (!('indexedDB' in globalThis)) return undefined
  try {
    const database = await openDatabase()
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode)
        const asked = work(transaction.objectStore(STORE))
        transaction.oncomplete = () => resolve(asked.result)
        transaction.onabort = () => reject(transaction.error ?? new Error('Not stored'))
      })
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** Keeps a file in this browser until its message is sent or its record has it, as drafts are kept. */
export const keepDraftFile = async (draftId: string, kept: DraftFile): Promise<void> => {
  const draft = nameDraft(draftId)
  if (draft === undefined) return
  const { key, file, fileId, unscanned = false, slot } = kept
  const before = await ask<Kept | undefined>('readonly', (store) => store.get(key))
  const at = before?.at ?? Date.now()
  const row: Kept = { key, file, fileId, unscanned, draft, at, ...(slot !== undefined && { slot }) }
  await ask('readwrite', (store) => store.put(row))
}

export const dropDraftFile = async (key: string): Promise<void> => {
  await ask('readwrite', (store) => store.delete(key))
}

/** The files of a draft, in the order in which they were attached. */
export const readDraftFiles = async (draftId: string): Promise<readonly DraftFile[]> => {
  const draft = nameDraft(draftId)
  if (draft === undefined) return []
  const kept = await ask<Kept[]>('readonly', (store) => store.index('draft').getAll(draft))
  return (kept ?? []).toSorted((a, b) => a.at - b.at).map(({ draft: _draft, at: _at, ...file }) => file)
}

/** Removes all files of a person's drafts: they sign out. */
export const forgetDraftFiles = async (userId: string): Promise<void> => {
  const keys = await ask('readonly', (store) =>
    store.index('draft').getAllKeys(IDBKeyRange.bound(nameDraftsOf(userId), `${nameDraftsOf(userId)}\uffff`)),
  )
  // The primary keys of an index.
  for (const key of keys ?? []) await ask('readwrite', (store) => store.delete(key))
}
