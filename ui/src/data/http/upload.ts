import type { Uploaded } from '@hearth/contracts/file'
import { request } from './http.ts'

/**
 * Sends a file of a listing. A file that is still being checked has its id immediately; a refusal throws
 * its problem. The same `key` never makes a second file.
 */
export const upload = async (listingId: string, file: File, key: string): Promise<Uploaded> =>
  (
    await request(`/api/uploads?${new URLSearchParams({ listingId, name: file.name })}`, {
      method: 'POST',
      body: file,
      headers: { 'Idempotency-Key': key },
    })
  ).json as Uploaded
