import type { Instant } from '@hearth/contracts/kernel/dates'
import { PREVIEW_TOKEN, zPreviewPayload, type PreviewPayload } from '@hearth/contracts/request'
import { readSignedToken } from '@hearth/platform/sealing/signedToken'

export type OpenedPreview =
  | Readonly<{ ok: true; payload: PreviewPayload }>
  | Readonly<{ ok: false; reason: 'invalid' | 'expired' }>

/** The payload of a preview's token that QUOTE_SECRET signed and that is still valid at `now`. */
export const openPreview = (secret: string, token: string, now: Instant): OpenedPreview => {
  const payload = zPreviewPayload.safeParse(readSignedToken(secret, PREVIEW_TOKEN, token))
  if (!payload.success) return { ok: false, reason: 'invalid' }
  return now < payload.data.validUntil
    ? { ok: true, payload: payload.data }
    : { ok: false, reason: 'expired' }
}
