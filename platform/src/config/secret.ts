import { inspect } from 'node:util'
import { z } from 'zod'

/** A text that cannot be printed by accident: every way to show it says `[redacted]`. */
export type Secret = Readonly<{ reveal: () => string; toString: () => string; toJSON: () => string }>

const redacted = () => '[redacted]'

export const secret = (text: string): Secret =>
  Object.freeze({ reveal: () => text, toString: redacted, toJSON: redacted, [inspect.custom]: redacted })

/** A setting that is a secret of at least `min` characters. */
export const zSecret = (min = 16) => z.string().min(min).max(4096).transform(secret)
