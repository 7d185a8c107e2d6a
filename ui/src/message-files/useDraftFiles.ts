import { useEffect, useRef, useState } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { MAX_FILE_BYTES } from '@hearth/contracts/file'
import { MAX_ATTACHMENTS } from '@hearth/contracts/thread'
import { dropDraftFile, keepDraftFile, readDraftFiles, type DraftFile } from '../data/draftFiles.ts'
import { useOnline } from '../data/http/useOnline.ts'
import type { Uploaded } from '@hearth/contracts/file'

/** `error`: why it was refused, or what is wrong with it before it is sent. */
export type Attached = DraftFile &
  Readonly<{ state: 'waiting' | 'uploading' | 'ready' | 'refused'; error?: unknown }>

export type DraftFiles = ReturnType<typeof useDraftFiles>

const attach = (kept: DraftFile): Attached => ({ ...kept, state: kept.fileId === null ? 'waiting' : 'ready' })

const checkFile = ({ size }: File) => (size === 0 ? 'empty' : size > MAX_FILE_BYTES ? 'too-large' : undefined)

const create = (file: File): Attached => {
  const error = checkFile(file)
  const one = { key: crypto.randomUUID(), file, fileId: null }
  return error === undefined ? attach(one) : { ...one, state: 'refused', error }
}

/**
 * The files of the next message. They stay in this browser with its draft, and are uploaded one after another
 * while there is a network; a retry has the same key, so nothing is uploaded twice. `draft` names the draft;
 * `upload` stays the same function as long as it does.
 */
export const useDraftFiles = (
  draft: string,
  upload: (draft: string, file: File, key: string) => Promise<Uploaded>,
) => {
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
  useEffect(() => {
    if (!next) return
    const { key, file } = next
    const send = async () => {
      change(key, { state: 'uploading' })
      try {
        const { id: fileId, state } = await upload(draft, file, key)
        const unscanned = state === 'unscanned'
        // One that was removed meanwhile stays away.
        if (!removed.current.has(key)) await keepDraftFile(draft, { key, file, fileId, unscanned })
        change(key, { state: 'ready', fileId, unscanned })
      } catch (error) {
        change(key, { state: onlineManager.isOnline() ? 'refused' : 'waiting', error })
      }
    }
    void send()
  }, [next, draft, upload])

  const put = (files: readonly Attached[]) => {
    setAll((now) => [...now, ...files])
    for (const one of files) {
      removed.current.delete(one.key)
      if (one.error === undefined) void keepDraftFile(draft, one)
    }
  }
  const remove = (key: string) => {
    setTooMany(false)
    removed.current.add(key)
    setAll((now) => now.filter((each) => each.key !== key))
    void dropDraftFile(key)
  }
  return {
    all,
    /** More were chosen than a message takes; the first ones were attached. */
    tooMany,
    add: (files: readonly File[]) => {
      const free = MAX_ATTACHMENTS - all.length
      setTooMany(files.length > free)
      put(files.slice(0, Math.max(0, free)).map(create))
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
