import { z } from 'zod'

export const zParty = z.strictObject({
  adults: z.int().min(1).max(30),
  children: z.int().min(0).max(30).default(0),
  infants: z.int().min(0).max(10).default(0),
  pets: z.int().min(0).max(5).default(0),
})
export type Party = z.infer<typeof zParty>
