import type { Uploaded } from '@hearth/contracts/file'
import { request } from './http.ts'

/**
 * Uploads a file of a listing. The answer has the id even while the file is still being checked; a refusal
 * throws its problem. The same `key` never creates a second file.
 */
export const upload = async (listingId: string, file: File, key: string): Promise<Uploaded> =>
  (
    await request(`/api/uploads?${new URLSearchParams({ listingId, name: file.name })}`, {
      method: 'POST',
      body: file,
      headers: { 'Idempotency-Key': key },
    })
  ).json as Uploaded
