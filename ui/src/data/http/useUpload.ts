import { useMutation } from '@tanstack/react-query'
import type { Uploaded } from '@hearth/contracts/file'
import { upload } from './upload.ts'

/** Types that the server accepts; it inspects the bytes itself. */
export const ACCEPTED_FILES = 'image/jpeg,image/png,image/webp,image/heic,application/pdf'

/** Uploads single files of a listing. */
export const useUpload = (listingId: string, onDone: (file: Uploaded) => void) => {
  const mutation = useMutation({
    mutationFn: (file: File) => upload(listingId, file, crypto.randomUUID()),
    onSuccess: onDone,
  })
  return {
    send: mutation.mutate,
    pending: mutation.isPending && !mutation.isPaused,
    paused: mutation.isPaused,
    error: mutation.error,
  }
}
