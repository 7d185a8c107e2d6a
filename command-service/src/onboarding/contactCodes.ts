import { createHmac } from 'node:crypto'

/** The six digits that verify a phone number. They are computed from a secret, so they are stored nowhere. */
export type ComputeContactCode = (codeId: string, phone: string) => string

/** `key`: COMMAND_HASH_KEY. */
export const createContactCodes =
  (key: string): ComputeContactCode =>
  (codeId, phone) =>
    String(
      createHmac('sha256', key).update(`contact-code/${codeId}/${phone}`).digest().readUIntBE(0, 6) %
        1_000_000,
    ).padStart(6, '0')
