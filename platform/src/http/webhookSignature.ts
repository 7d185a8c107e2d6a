import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signature that is older or newer than this is rejected. */
const TOLERANCE_S = 300

const sign = (secret: string, body: Buffer | string, seconds: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()

/** `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hex>`. */
export const signWebhook = (secret: string, body: Buffer | string, seconds: number): string =>
  `t=${seconds},v1=${sign(secret, body, String(seconds)).toString('hex')}`

/** Whether the header is the secret's signature of these bytes, made at about this time. */
export const isSigned = (
  secret: string,
  header: string | undefined,
  body: Buffer,
  nowSeconds: number,
): boolean => {
  const [, seconds = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (seconds === '' || Math.abs(nowSeconds - Number(seconds)) > TOLERANCE_S) return false
  return timingSafeEqual(sign(secret, body, seconds), Buffer.from(signature, 'hex'))
}
