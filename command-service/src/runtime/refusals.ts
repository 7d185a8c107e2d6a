import type { FieldError } from '@hearth/contracts/kernel/problem'
import { reject, type Rejected } from './decider.ts'

/** A refusal for one field of the command; `pointer` is a JSON pointer into its body. */
export const wrongField = (pointer: string, detail: string): Rejected =>
  reject('VALIDATION_FAILED', detail, { errors: [{ pointer, detail }] })

/** A refusal for all of these fields; null for none. */
export const refuseFields = ([first, ...others]: readonly FieldError[]): Rejected | null =>
  first === undefined
    ? null
    : reject('VALIDATION_FAILED', `${first.pointer.slice(1)} ${first.detail}`, { errors: [first, ...others] })

/** A refusal that says what must be done first, and where. */
export const unmet = (code: string, message: string, fixRoute: string): Rejected =>
  reject('PRECONDITION_FAILED', message, { unmet: [{ code, message, fixRoute }] })
