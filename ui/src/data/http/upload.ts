import type { Uploaded } from '@hearth/contracts/file'
import { request } from './http.ts'

const send = async (path: string, file: File, key: string, account?: string): Promise<Uploaded> => {
  const headers = {
    'Idempotency-Key': key,
    ...(account === undefined ? {} : { 'X-Host-Account': account }),
  }
  return (await request(path, { method: 'POST', body: file, headers })).json as Uploaded
}

/**
 * Uploads a file of a listing. The answer has the id even while the file is still being checked; a refusal
 * throws its problem. The same `key` never creates a second file.
 */
export const upload = (listingId: string, file: File, key: string): Promise<Uploaded> =>
  send(`/api/uploads?${new URLSearchParams({ listingId, name: file.name })}`, file, key)

/** The same for the first message to a guest. */
export const uploadFirstAttachment = (
  to: Readonly<{ listingId: string; guestRef: string }>,
  file: File,
  key: string,
): Promise<Uploaded> =>
  send(`/api/first-attachments?${new URLSearchParams({ ...to, name: file.name })}`, file, key)

/** The same for a message of a conversation. */
export const uploadAttachment = (threadId: string, file: File, key: string): Promise<Uploaded> =>
  send(`/api/threads/${threadId}/attachments?${new URLSearchParams({ name: file.name })}`, file, key)

/** The same for a claim, also of a video; the file is then attached to it. */
export const uploadEvidence = (reimbursementId: string, file: File, key: string): Promise<Uploaded> =>
  send(
    `/api/reimbursements/${reimbursementId}/${file.type.startsWith('video/') ? 'videos' : 'files'}?${new URLSearchParams({ name: file.name })}`,
    file,
    key,
  )

/** The same as evidence of an incident at a listing; staff name the account. */
export const uploadIncidentEvidence = (
  listingId: string,
  file: File,
  key: string,
  account: string | undefined,
): Promise<Uploaded> =>
  send(`/api/incident-evidence?${new URLSearchParams({ listingId, name: file.name })}`, file, key, account)
