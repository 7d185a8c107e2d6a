import { z } from 'zod'

/** A time of the database as our instants are written. */
export const zStoredInstant = z.coerce.date().transform((date) => date.toISOString())
