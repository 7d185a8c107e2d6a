import { createValid } from '@hearth/command-service/testing/arbitrary'
import type { Route } from '@hearth/platform/http/route'
import fc from 'fast-check'
import { inDays } from './fixtures.ts'

const SEED = 7

/** Texts that schemas accept and random ones would never hit. */
export const WORDS = [
  inDays(60),
  inDays(62),
  '2090-01-01T00:00:00.000Z',
  '2090-01',
  '15:00',
  'Harbor House flat',
  'New York',
  'America/New_York',
  'US',
  '+14155550100',
  '123456',
  'a-code',
  '/bookings',
  'A sentence of more than twenty characters.',
  'DE89370400440532013000',
  '021000021',
  '12345678',
  'CHASUS33',
  'en',
  'wifi',
  'animals',
  'step_free_path',
  'A sentence of more than fifty characters, which some texts must have.',
  'https://www.airbnb.com/calendar/ical/1.ics',
  'a'.repeat(64),
]

/** A body that matches the route's schema, composed of these words; undefined when they cannot make one. */
export const composeBody = ({ schemas: { body } }: Route, words: readonly string[]): string | undefined => {
  if (body === undefined) return undefined
  try {
    const found = fc
      .sample(createValid(body, words), { seed: SEED, numRuns: 60 })
      .find((value) => value !== undefined)
    return found === undefined ? undefined : JSON.stringify(found)
  } catch {
    return undefined
  }
}
