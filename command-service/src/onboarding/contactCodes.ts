import { createHmac } from 'node:crypto'

/** The six digits that prove a number: only we can work them out, so they stand nowhere. */
export type ComputeContactCode = (codeId: string, phone: string) => string

/** `key`: COMMAND_HASH_KEY. */
export const createContactCodes =
  (key: string): ComputeContactCode =>
  (codeId, phone) =>
    String(
      createHmac('sha256', key).update(`contact-code/${codeId}/${phone}`).digest().readUIntBE(0, 6) %
        1_000_000,
    ).padStart(6, '0')
