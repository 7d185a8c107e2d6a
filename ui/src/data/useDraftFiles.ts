import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { dropDraftFile, keepDraftFile, readDraftFiles, type DraftFile } from './draftFiles.ts'
import { useOnline } from './http/useOnline.ts'

/** `error`: why it was refused, or what is wrong with it before it is sent. */
export type Attached = DraftFile &
  Readonly<{ state: 'waiting' | 'uploading' | 'ready' | 'refused'; error?: unknown }>

type Rules = Readonly<{
  /** How many files the draft takes. */
  max: number
  /** What is wrong with a file before it is sent. */
  check: (file: File) => string | undefined
  /** Uploads a file. The same key never creates a second file. */
  upload: (one: DraftFile) => Promise<Readonly<{ fileId: string; unscanned?: boolean }>>
  /** A file is part of the record once it is uploaded, and leaves the draft. */
  leaves?: boolean
}>

export type DraftFiles = ReturnType<typeof useDraftFiles>

const attach = (kept: DraftFile): Attached => ({ ...kept, state: kept.fileId === null ? 'waiting' : 'ready' })

/**
 * The files of a draft. They stay in this browser with it, and are uploaded one after another while there is a
 * network; a retry has the same key, so nothing is uploaded twice.
 */
export const useDraftFiles = (draft: string, { max, check, upload, leaves = false }: Rules) => {
  const [all, setAll] = useState<readonly Attached[]>([])
  const [tooMany, setTooMany] = useState(false)
  const online = useOnline()
  const removed = useRef(new Set<string>())
  const change = (key: string, part: Partial<Attached>) =>
    setAll((now) => now.map((each) => (each.key === key ? { ...each, ...part } : each)))

  useEffect(() => {
    let left = false
    void readDraftFiles(draft).then((kept) => {
      if (left) return
      setAll((now) => [
        ...kept.filter(({ key }) => now.every((each) => each.key !== key)).map(attach),
        ...now,
      ])
    })
    return () => {
      left = true
    }
  }, [draft])

  const next =
    online && !all.some(({ state }) => state === 'uploading')
      ? all.find(({ state }) => state === 'waiting')
      : undefined
  const remove = (key: string) => {
    setTooMany(false)
    removed.current.add(key)
    setAll((now) => now.filter((each) => each.key !== key))
    void dropDraftFile(key)
  }
  const settle = useEffectEvent(async (one: Attached) => {
    const uploaded = await upload(one)
    if (leaves) return remove(one.key)
    // One that was removed meanwhile stays away.
    if (!removed.current.has(one.key)) await keepDraftFile(draft, { ...one, ...uploaded })
    return change(one.key, { state: 'ready', ...uploaded })
  })
  useEffect(() => {
    if (!next) return
    const { key } = next
    const send = async () => {
      change(key, { state: 'uploading' })
      try {
        await settle(next)
      } catch (error) {
        change(key, { state: onlineManager.isOnline() ? 'refused' : 'waiting', error })
      }
    }
    void send()
  }, [next])

  const create = (file: File, slot: string | undefined): Attached => {
    const error = check(file)
    const one = { key: crypto.randomUUID(), file, fileId: null, ...(slot !== undefined && { slot }) }
    return error === undefined ? attach(one) : { ...one, state: 'refused', error }
  }
  const put = (files: readonly Attached[]) => {
    setAll((now) => [...now, ...files])
    for (const one of files) {
      removed.current.delete(one.key)
      if (one.error === undefined) void keepDraftFile(draft, one)
    }
  }
  return {
    all,
    /** More were chosen than the draft takes; the first ones were attached. */
    tooMany,
    /** `slot`: the part of the draft that they belong to. */
    add: (files: readonly File[], slot?: string) => {
      const free = max - all.length
      setTooMany(files.length > free)
      put(files.slice(0, Math.max(0, free)).map((file) => create(file, slot)))
    },
    again: (key: string) => change(key, { state: 'waiting', error: undefined }),
    remove,
    /** Takes those that a message was sent with out of the draft, and back into it. */
    clear: () => all.forEach(({ key }) => remove(key)),
    restore: put,
    /** The ids of all of them; undefined while one is not uploaded. */
    ids: all.every(({ state }) => state === 'ready') ? all.flatMap(({ fileId }) => fileId ?? []) : undefined,
  }
}
