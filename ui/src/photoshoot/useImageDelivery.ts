import { useRef, useState } from 'react'
import { useCommand } from '../data/commands/useCommand.ts'
import { upload } from '../data/http/upload.ts'
import { useText } from '../i18n/text.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'
import type { Photoshoot } from './usePhotoshoot.ts'

const CONCURRENT_UPLOADS = 3

/**
 * Uploads the images of a shoot, then delivers them. A file keeps its key, so a second attempt uploads only
 * the files that failed.
 */
export const useImageDelivery = (shoot: Photoshoot) => {
  const t = useText()
  const saved = useSaved()
  const [uploaded, setUploaded] = useState<number | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const keys = useRef(new Map<File, string>())
  const command = useCommand({
    resource: 'photoshoots',
    verb: 'deliver-images',
    touches: ['onboarding'],
    onSuccess: () => saved(t('photoshoot.staff.done')),
  })
  const findKey = (file: File): string => {
    const key = keys.current.get(file) ?? crypto.randomUUID()
    keys.current.set(file, key)
    return key
  }
  const uploadAll = async (files: readonly File[]): Promise<readonly string[]> => {
    const ids: string[] = []
    for (let from = 0; from < files.length; from += CONCURRENT_UPLOADS) {
      const batch = files.slice(from, from + CONCURRENT_UPLOADS)
      const stored = await Promise.all(batch.map((file) => upload(shoot.listingId, file, findKey(file))))
      ids.push(...stored.map(({ id }) => id))
      setUploaded(ids.length)
    }
    return ids
  }
  return {
    /** How many files are uploaded; null while none are being uploaded. */
    uploaded,
    pending: uploaded !== null || command.pending,
    error: failed ?? command.error,
    deliver: async (files: readonly File[]) => {
      setUploaded(0)
      setFailed(null)
      try {
        const ids = await uploadAll(files)
        command.run({ record: { id: shoot.id }, body: { images: ids.map((fileId) => ({ fileId })) } })
      } catch (error) {
        setFailed(error)
      }
      setUploaded(null)
    },
  }
}
