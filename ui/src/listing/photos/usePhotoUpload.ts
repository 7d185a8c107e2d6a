import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { MAX_FILE_BYTES } from '@hearth/contracts/file'
import { sendCommand } from '../../data/records/dataProvider.ts'
import { upload } from '../../data/http/upload.ts'

/** A file that is being uploaded. `error`: why it was refused, or `too-large` before it was sent. */
export type Sending = Readonly<{
  key: string
  file: File
  state: 'waiting' | 'sending' | 'refused'
  error?: unknown
}>

/**
 * Uploads photos one after another and adds each to the listing; a retry has the same keys, so nothing is
 * added twice.
 */
export const usePhotoUpload = (listingId: string) => {
  const client = useQueryClient()
  const [all, setAll] = useState<readonly Sending[]>([])
  const change = (key: string, part: Partial<Sending> | undefined) =>
    setAll((now) =>
      now.flatMap((each) => (each.key !== key ? [each] : part === undefined ? [] : [{ ...each, ...part }])),
    )
  const next = all.some(({ state }) => state === 'sending')
    ? undefined
    : all.find(({ state }) => state === 'waiting')

  useEffect(() => {
    if (!next) return
    const { key, file } = next
    const send = async () => {
      change(key, { state: 'sending' })
      try {
        const { id: fileId } = await upload(listingId, file, key)
        await sendCommand({ resource: 'listings', id: listingId, verb: 'add-photo', body: { fileId }, key })
        await client.invalidateQueries({ queryKey: ['listing-contents'] })
        void client.invalidateQueries({ queryKey: ['listings'] })
        change(key, undefined)
      } catch (error) {
        change(key, { state: 'refused', error })
      }
    }
    void send()
  }, [next, listingId, client])

  return {
    all,
    add: (files: Iterable<File>) =>
      setAll((now) => [
        ...now,
        ...Array.from(files, (file): Sending =>
          file.size > MAX_FILE_BYTES
            ? { key: crypto.randomUUID(), file, state: 'refused', error: 'too-large' }
            : { key: crypto.randomUUID(), file, state: 'waiting' },
        ),
      ]),
    again: (key: string) => change(key, { state: 'waiting', error: undefined }),
    dismiss: (key: string) => change(key, undefined),
  }
}
