import { reject, type Rejected } from './decider.ts'

/** A refusal for one field of the command; `pointer` is a JSON pointer into its body. */
export const wrongField = (pointer: string, detail: string): Rejected =>
  reject('VALIDATION_FAILED', detail, { errors: [{ pointer, detail }] })

/** A refusal that says what must be done first, and where. */
export const unmet = (code: string, message: string, fixRoute: string): Rejected =>
  reject('PRECONDITION_FAILED', message, { unmet: [{ code, message, fixRoute }] })
